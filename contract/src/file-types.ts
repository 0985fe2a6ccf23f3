/**
 * Types of files that are refused unless the operator says otherwise: what a double click runs on somebody's computer,
 * disk images that hide such files from its warnings, and archives that scanners do not open.
 */
export const BLOCKED_TYPES: readonly string[] = [
  ...[
    'ace',
    'ade',
    'adp',
    'apk',
    'application',
    'appref-ms',
    'appx',
    'appxbundle',
    'bat',
    'chm',
    'cmd',
    'com',
    'cpl',
  ],
  ...[
    'exe',
    'gadget',
    'hta',
    'img',
    'inf',
    'ins',
    'iso',
    'isp',
    'jar',
    'jnlp',
    'js',
    'jse',
    'lha',
    'lnk',
    'mde',
  ],
  ...[
    'msc',
    'msh',
    'msi',
    'msix',
    'msixbundle',
    'msp',
    'mst',
    'pif',
    'ps1',
    'ps1xml',
    'psc1',
    'psm1',
    'reg',
    'scf',
  ],
  ...[
    'scr',
    'sct',
    'settingcontent-ms',
    'shb',
    'shs',
    'sys',
    'tnef',
    'udl',
    'url',
    'vb',
    'vbe',
    'vbs',
    'vhd',
    'vhdx',
  ],
  ...['ws', 'wsc', 'wsf', 'wsh', 'xll'],
];

/** What may be named as a type. */
export const FILE_TYPE = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** Letters of other scripts that look like those of extensions, and what they pass for. */
const LOOK_ALIKE: Record<string, string> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    о: 'o',
  },
  ...{ р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y', ү: 'y' },
  ...{
    α: 'a',
    β: 'b',
    ϲ: 'c',
    ε: 'e',
    η: 'h',
    ι: 'i',
    ϳ: 'j',
    κ: 'k',
    μ: 'm',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    ν: 'v',
  },
  ...{
    υ: 'y',
    χ: 'x',
    ζ: 'z',
    ı: 'i',
    ȷ: 'j',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ø: 'o',
    ʙ: 'b',
    ᴇ: 'e',
    ꜱ: 's',
    ᴄ: 'c',
  },
};

/**
 * Which of the types a name has for the computer that it is opened on, or for the person who reads it; null for none.
 * Windows drops dots and blanks at the end and what follows a colon (NTFS streams); marks, characters that can't be
 * seen and letters that look alike are nothing that tells two types apart.
 */
export function blockedType(name: string, blocked: readonly string[] = BLOCKED_TYPES): string | null {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[。·]/g, '.')
    .replace(/[^\0-\x7f]/gu, (letter) => LOOK_ALIKE[letter] ?? letter);
  for (const part of plain.split(':')) {
    const kept = part.replace(/[\s."']+$/u, '');
    const dot = kept.lastIndexOf('.');
    const type = dot < 0 ? '' : kept.slice(dot + 1).trim();
    if (blocked.includes(type)) return type;
  }
  return null;
}
