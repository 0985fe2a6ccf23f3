import { bytes } from './hostile-parts.ts';

/** A message designed to be expensive, at any size, and the place of its expensive part. */
export type GrowingMail = {
  name: string;
  part: 'fields' | 'text' | 'html' | 'parts';
  make(size: number): Buffer;
};

/** Precedes a message, so that its other fields and its body are hashed. */
export const signedFields = bytes(
  ['relaxed/relaxed', 'simple/simple']
    .map(
      (form) =>
        `DKIM-Signature: v=1; a=rsa-sha256; c=${form}; d=example.vn; s=s1; h=from:to:subject:from; bh=aaaa; b=aaaa\r\n`,
    )
    .join(''),
);

const FIELDS = [
  'Return-Path',
  'Received',
  'Delivered-To',
  'Authentication-Results',
  'From',
  'Sender',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Precedence',
  'Auto-Submitted',
  'X-Other',
  'Content-Disposition',
  'Content-ID',
  'Content-Transfer-Encoding',
  'Content-Type',
];

/** Repeated content for fields: unclosed delimiters, halves of pairs, all kinds of blanks. */
const FIELD_UNITS = [
  'a',
  ' ',
  '\t',
  'a ',
  'a\r\n ',
  '\r\n  \r\n ',
  '(',
  '(a)',
  '<',
  '<<>',
  '<a',
  '<"',
  '<a@b.vn> ',
  '"',
  '"a" ',
  "'",
  '\\',
  ',',
  ';',
  ':',
  '@',
  'a@',
  'a@b ',
  'a@b.vn,',
  '@ . ',
  'a.',
  '=?',
  '=?utf-8?q?',
  '=?utf-8?q?a?= ',
  '=?utf-8?q?a?= =?koi8-r?q?=E0?= ',
  '=?utf-8?b?/w==?=',
  '=?utf-8?q?=C2=A0?= ',
  '; name*0=a',
  "; filename*=UTF-8''%41",
  '; boundary=a',
  '%',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u200b',
  '\u00e9',
  'e\u0301',
  '\xff',
  '\0',
  '\x1b$B',
  '~{!',
  'Re: ',
  '[a] ',
  ' (fwd)',
  '**SPOOF** ',
  'undisclosed ',
  '<mailto:a@b?',
  '12 ',
  'Mon, 1 Jan 2026 00:00:00 +0000 ',
];

const TEXT_UNITS = [
  'a',
  'a ',
  ' ',
  '\u00a0',
  '\r\n',
  '\r',
  '\t',
  'a \r\n',
  '> ',
  '>\r\n',
  '-- \r\n',
  'begin 644 a\r\n',
  'begin 644 a\r\nM',
  'On a\r\n',
  'http://a ',
  '&',
  '&#',
  '-',
  '=',
  '=\r\n',
  '\u1ea1',
  'o\u0323',
  '\u0300\u0301',
  '\u{1f469}\u200d',
  '\u4e00',
  '\0',
  '\xff',
  '\x1b$B',
  '~{',
  '+AGE-',
];

const HTML_UNITS = [
  'a',
  '<',
  '<a',
  '<a ',
  '<a href="',
  "<a b='",
  '<a x=1 ',
  '</',
  '<!--',
  '<!-',
  '<![CDATA[',
  '<?',
  '&#x',
  '<div>',
  '</div>',
  '<p>',
  '<b><i>',
  '<b><p>',
  '<a><b></a>',
  '<table>',
  '<tr>',
  '<td>',
  '<li>',
  '<pre>',
  '<blockquote>',
  '<h1></blockquote>',
  '<script>',
  '</script',
  '<style>',
  '<style>a{',
  '<title>',
  '<svg><style>',
  '<img src="cid:',
  '<img src=cid:a>',
  '<span style="color:red">',
  '<p style="color:rgb(1',
  '<meta charset=',
  '<body>',
  '<select><option>',
  '<o:p>',
];

const CHARSETS = [
  'utf-8',
  'utf-7',
  'utf-16',
  'utf-32',
  'iso-2022-jp',
  'iso-2022-kr',
  'hz-gb-2312',
  'gb18030',
  'none',
  '',
];

function filled(unit: string, size: number): string {
  const length = Buffer.byteLength(unit);
  return unit.repeat(Math.ceil(size / length));
}

/**
 * Mail that costs a careless parser the square of its length: the same fault throughout its fields, or its
 * body.
 */
export function growingMails(): GrowingMail[] {
  return [
    ...FIELD_UNITS.map((unit) => ({
      name: `fields of ${JSON.stringify(unit)}`,
      part: 'fields' as const,
      make: (size: number) => fieldsOf(unit, size),
    })),
    ...TEXT_UNITS.map((unit) => ({
      name: `texts of ${JSON.stringify(unit)}`,
      part: 'text' as const,
      make: (size: number) => textsOf(unit, size),
    })),
    ...HTML_UNITS.map((unit) => ({
      name: `HTML of ${JSON.stringify(unit)}`,
      part: 'html' as const,
      make: (size: number) => whole(['Content-Type: text/html; charset=utf-8'], filled(unit, size)),
    })),
    ...structures,
  ];
}

function whole(fields: string[], body: string): Buffer {
  return bytes(['From: an@example.vn', 'MIME-Version: 1.0', ...fields, '', body].join('\r\n'));
}

/** Every field that is parsed, once with the unit alone and once after valid content. */
function fieldsOf(unit: string, size: number): Buffer {
  const each = filled(unit, size / FIELDS.length / 2);
  return whole(
    FIELDS.flatMap((name) => [`${name}: ${each}`, `${name}: <a@b.vn>; a=b "c" ${each}x`]),
    'x',
  );
}

/** The same text in every charset and encoding, and as other kinds of parts. */
function textsOf(unit: string, size: number): Buffer {
  const heads = [
    ...CHARSETS.map((charset) => `Content-Type: text/plain; charset="${charset}"; format=flowed; delsp=yes`),
    ...['quoted-printable', 'base64', 'x-uuencode'].map(
      (encoding) => `Content-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}`,
    ),
    'Content-Type: message/rfc822',
    'Content-Type: message/delivery-status',
    'Content-Type: application/ms-tnef',
    'Content-Type: text/calendar',
    'Content-Disposition: attachment; filename=a.txt',
  ];
  const each = filled(unit, size / heads.length);
  return whole(
    ['Content-Type: multipart/mixed; boundary=b'],
    heads.map((head) => `--b\r\n${head}\r\n\r\n${each}\r\n`).join(''),
  );
}

const mixed = (body: string) => whole(['Content-Type: multipart/mixed; boundary=b'], body);

/** Joined until it is long enough. */
function joined(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)?.length ?? 1) pieces.push(piece(pieces.length));
  return pieces.join('');
}

const structures: GrowingMail[] = [
  { name: 'parts', part: 'parts', make: (size) => mixed(filled('--b\r\n\r\na\r\n', size)) },
  {
    name: 'attachments of one name',
    part: 'parts',
    make: (size) => mixed(filled('--b\r\nContent-Disposition: attachment; filename=a\r\n\r\na\r\n', size)),
  },
  {
    name: 'HTML parts',
    part: 'parts',
    make: (size) => mixed(filled('--b\r\nContent-Type: text/html\r\n\r\n<p>a\r\n', size)),
  },
  {
    name: 'parts of winmail.dat',
    part: 'parts',
    make: (size) =>
      mixed(filled('--b\r\nContent-Type: application/ms-tnef\r\n\r\n\x78\x9f\x3e\x22\0\0\r\n', size)),
  },
  {
    name: 'parts nested under one boundary',
    part: 'parts',
    make: (size) => mixed(filled('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', size)),
  },
  {
    name: 'parts nested, each under its own boundary',
    part: 'parts',
    make: (size) =>
      mixed(
        joined(size, (at) => {
          const outer = at === 0 ? 'b' : `b${at}`;
          return `--${outer}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`;
        }),
      ),
  },
  {
    name: 'messages within messages',
    part: 'parts',
    make: (size) => bytes(filled('Content-Type: message/rfc822\r\n\r\n', size)),
  },
  { name: 'lines of dashes', part: 'parts', make: (size) => mixed(filled('--\r\n--bb\r\n', size)) },
  { name: 'dashes', part: 'parts', make: (size) => mixed(filled('-', size)) },
  {
    name: 'pictures named in the HTML',
    part: 'parts',
    make: (size) =>
      mixed(
        `--b\r\nContent-Type: text/html\r\n\r\n${joined(size / 2, (at) => `<img src="cid:${at}">`)}\r\n${joined(
          size / 2,
          (at) => `--b\r\nContent-Type: image/png; name=a\r\nContent-ID: <${at}>\r\n\r\nx\r\n`,
        )}`,
      ),
  },
  { name: 'fields', part: 'fields', make: (size) => whole([filled('A: b\r\n', size)], 'x') },
  ...['From', 'To', 'References', 'Received', 'Return-Path', 'DKIM-Signature', 'Authentication-Results'].map(
    (name) => ({
      name: `fields named ${name}`,
      part: 'fields' as const,
      make: (size: number) => whole([filled(`${name}: <a@b.vn>\r\n`, size)], 'x'),
    }),
  ),
  {
    name: 'one field of many lines',
    part: 'fields',
    make: (size) => whole([`X-Other: a${filled('\r\n ', size)}a`], 'x'),
  },
  { name: 'lines that are no fields', part: 'fields', make: (size) => whole([filled('a\r\n', size)], 'x') },
  {
    name: 'people',
    part: 'fields',
    make: (size) => whole([`To: ${joined(size, (at) => `n${at} <a${at}@b.vn>,\r\n `)}`], 'x'),
  },
  {
    name: 'references',
    part: 'fields',
    make: (size) => whole([`References: ${joined(size, (at) => `<${at}@b.vn>\r\n `)}`], 'x'),
  },
  {
    name: 'different words',
    part: 'text',
    make: (size) =>
      whole(
        [],
        joined(size, (at) => `${at.toString(36)}q `),
      ),
  },
  {
    name: 'attributes',
    part: 'html',
    make: (size) => whole(['Content-Type: text/html'], `<p ${joined(size, (at) => `a${at}=1 `)}>`),
  },
  {
    name: 'one long style',
    part: 'html',
    make: (size) => whole(['Content-Type: text/html'], `<p style="${filled('color:red;', size)}">x`),
  },
  {
    name: 'files in the text',
    part: 'text',
    make: (size) => whole([], filled('begin 644 a\r\n#86)C\r\n`\r\nend\r\n', size)),
  },
  {
    name: 'recipients of a report',
    part: 'text',
    make: (size) =>
      bytes(filled('Final-Recipient: rfc822; a@b.vn\r\nAction: failed\r\nStatus: 5.0.0\r\n\r\n', size)),
  },
  {
    name: 'signatures and seals',
    part: 'fields',
    make: (size) =>
      whole(
        [
          joined(
            size,
            (at) =>
              `DKIM-Signature: v=1; a=rsa-sha256; d=a.vn; s=a; h=from:from; bh=a; b=a\r\nARC-Seal: i=${at}; cv=none; a=rsa-sha256; d=a.vn; s=a; b=a\r\n`,
          ),
        ],
        'x',
      ),
  },
];
