import iconv from 'iconv-lite';

const lines = (...all: string[]) => ['BEGIN:VCARD', ...all, 'END:VCARD', ''].join('\r\n');
const VIETNAMESE = 'Nguyễn Thị Hồng Ngát';

/** In windows-1258 tones are characters of their own, behind vowels. */
const toned = (text: string) =>
  text
    .normalize('NFD')
    .replace(
      /([aeiouyAEIOUY])(\u0323)?([\u0302\u0306\u031b])/g,
      (_, letter, dot = '', mark) => `${letter}${mark}`.normalize('NFC') + dot,
    );
const quoted = (bytes: Buffer) =>
  [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);

const named = (charset: string, text: string) =>
  iconv.encode(
    lines(
      'VERSION:2.1',
      `N;CHARSET=${charset}:${text}`,
      `FN;CHARSET=${charset}:${text}`,
      'TEL;CELL:0900000200',
    ),
    charset,
  );

/** Cards in old charsets, with or without saying so. */
export const charsetCards: [string, Buffer][] = [
  [
    'Windows-1252 without saying so',
    iconv.encode(
      lines(
        ...['VERSION:3.0', 'N:Müller;Jürgen;;;', 'FN:Jürgen Müller', 'NOTE:Grüße aus Köln, schöne Straße'],
        'ORG:Bäckerei Schäfer',
      ),
      'windows-1252',
    ),
  ],
  [
    'Windows-1258 by its parameter',
    iconv.encode(
      lines(
        ...['VERSION:2.1', 'N;CHARSET=windows-1258:Đô;Hoa', 'FN;CHARSET=windows-1258:Đô Hoa'],
        'NOTE;CHARSET=x-made-up:abc',
      ),
      'windows-1258',
    ),
  ],
  [
    'Windows-1258 with tones, quoted',
    Buffer.from(
      lines(
        'VERSION:2.1',
        `N;CHARSET=windows-1258;ENCODING=QUOTED-PRINTABLE:${quoted(iconv.encode(toned(VIETNAMESE), 'windows-1258')).join('')}`,
        'TEL;CELL:0900000201',
      ),
    ),
  ],
  ['Windows-1258 with tones', named('windows-1258', toned(VIETNAMESE))],
  ['Shift_JIS', named('shift_jis', '山田太郎')],
  ['GB2312', named('gb2312', '王小明')],
  ['KOI8-R', named('koi8-r', 'Иван Петров')],
  ['ISO-8859-2', named('iso-8859-2', 'Łukasz Żak')],
  [
    'Two charsets in one card',
    Buffer.concat([
      Buffer.from('BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8:Đỗ\r\nFN;CHARSET=windows-1252:'),
      iconv.encode('Do Müller', 'windows-1252'),
      Buffer.from('\r\nTEL:1\r\nEND:VCARD\r\n'),
    ]),
  ],
];
