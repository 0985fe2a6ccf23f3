/**
 * Types of files that are refused unless the operator says otherwise: what a double click runs on somebody's computer,
 * disk images that hide such files from its warnings, and archives that scanners do not open.
 */
export const BLOCKED_TYPES: readonly string[] = `
  ace ade adp apk appinstaller application appref-ms appx appxbundle appxupload bat cab cdxml chm cmd
  com cpl deskthemepack diagcab diagcfg diagpkg dll drv exe gadget hlp hta img inetloc inf ins iqy iso
  isp jar jnlp js jse lha library-ms lnk mde msc msh msh1 msh1xml msh2 msh2xml mshxml msi msix
  msixbundle msixupload msp mst ocx pif prf printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psm1 pssc
  rdp reg scf scr sct search-ms searchconnector-ms settingcontent-ms shb shs sys theme themepack tnef
  udl url vb vbe vbs vhd vhdx webpnp website ws wsb wsc wsf wsh xbap xll xnk
`
  .trim()
  .split(/\s+/);

/** What may be named as a type. */
export const FILE_TYPE = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** Letters beyond ASCII that look like those of extensions: Cyrillic, Greek, Armenian, Cherokee, Lisu, IPA, strokes. */
const LOOK_ALIKES = {
  a: 'аαɑᴀɐꭺꓮ',
  b: 'вьβʙɓƀꓐ',
  c: 'сϲᴄƈȼꮯꓚ',
  d: 'ԁđðᴅɗɖꭰꓓ',
  e: 'еεᴇɛɘəҽєꭼꓰ',
  f: 'ꜰƒꞙẝꓝ',
  g: 'ɡɢɠǥցԍꓖ',
  h: 'һнηʜɦħհꮋꓧ',
  i: 'іιıɪɩɨꙇꓲ',
  j: 'јϳȷᴊʝɉꭻꓙ',
  k: 'кκᴋƙҝҟꮶꓗ',
  l: 'ӏłʟɭɫɬƚןꮮꓡ',
  m: 'мμᴍɱꮇ',
  n: 'пոɴɲɳƞռ',
  o: 'оοøᴏօɔө',
  p: 'рρᴘƥꮲꓑ',
  q: 'ԛզɋ',
  r: 'гʀɹɾɼɽꓣ',
  s: 'ѕꜱʂꮪꓢ',
  t: 'тτᴛʈƭŧƫꭲꓔ',
  u: 'ᴜʊʉսυꓴ',
  v: 'ѵνᴠʋꮩꓦ',
  w: 'ԝωᴡʍɯꮤꓪ',
  x: 'хχӽҳꭓꓫ',
  y: 'уүʏɣƴɏꭹꓬ',
  z: 'ζᴢʐƶꮓꓜ',
};
const LOOK_ALIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/** `a.1nk`, `a.c0m`: other digits stand in extensions that are in use, as `ac3` and `mp4`. */
const DIGITS: Record<string, string> = { 0: 'o', 1: 'l' };

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
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[^\0-\x7f]/gu, (letter) => LOOK_ALIKE.get(letter) ?? letter);
  for (const part of plain.split(':')) {
    const kept = part.replace(/[\s."']+$/u, '');
    const dot = kept.lastIndexOf('.');
    const type = dot < 0 ? '' : kept.slice(dot + 1).trim();
    if (type === '') continue;
    if (blocked.includes(type)) return type;
    const alike = /[01]/.test(type) && blocked.find((one) => withoutDigits(one) === withoutDigits(type));
    if (alike) return alike;
  }
  return null;
}

/** A one passes for both of `l` and `i`. */
function withoutDigits(type: string): string {
  return type.replace(/[01]/g, (digit) => DIGITS[digit] ?? digit).replaceAll('i', 'l');
}
