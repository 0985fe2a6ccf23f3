import { type HostileMail, mail, plainHead, seededBytes } from './hostile-parts.ts';

const megabyte = 1_000_000;

export function* htmlMails(): Generator<HostileMail> {
  const bodies: [string, string][] = [
    ['open angles', '<'.repeat(megabyte)],
    ['tags open', '<a '.repeat(300_000)],
    ['attributes open', '<a href="'.repeat(100_000)],
    ['single quotes open', "<a b='".repeat(100_000)],
    ['comments open', '<!--'.repeat(250_000)],
    ['comments half closed', '<!-- --'.repeat(120_000)],
    ['styles open', '<style '.repeat(120_000)],
    ['styles one after another', '<style></style>'.repeat(60_000)],
    ['styles, other case at the end', `${'<style></style>'.repeat(60_000)}</STYLE>`],
    ['heads open', '<head>'.repeat(150_000)],
    ['titles open', '<title>'.repeat(120_000)],
    ['entities', '&'.repeat(megabyte)],
    ['numeric entities', '&#99999999;&#xFFFFFFF;&#xD800;&#0;'.repeat(20_000)],
    ['bold without end', '<b>a'.repeat(250_000)],
    ['deep divs', '<div>'.repeat(200_000)],
    ['deep quotes', '<blockquote>x'.repeat(70_000)],
    ['deep tables', '<table><tr><td>'.repeat(60_000)],
    ['line breaks', '<br>'.repeat(250_000)],
    ['equal signs', `<a ${'= '.repeat(400_000)}`],
    ['end tags', '</'.repeat(400_000)],
    ['spaces', ' '.repeat(megabyte)],
    ['padding', '&zwnj;&nbsp;'.repeat(80_000)],
    ['zero width', '\u200c'.repeat(300_000)],
    ['pre', `<pre>${'\n'.repeat(500_000)}`],
    ['list items', '<li>'.repeat(200_000)],
    ['processing', '<?'.repeat(400_000)],
    ['cids', '<img src="cid:'.repeat(70_000)],
    ['meta charset open', `<meta ${'charset '.repeat(10_000)}`],
    ['no close of script', '<script>var a = 1; <p>text'],
    ['cdata', '<![CDATA['.repeat(100_000)],
  ];
  for (const [name, body] of bodies)
    yield mail(`HTML: ${name}`, [...plainHead, 'Content-Type: text/html; charset=utf-8'], Buffer.from(body));
}

export function* textMails(): Generator<HostileMail> {
  const bodies: [string, string][] = [
    ['quotes only', '>'.repeat(megabyte)],
    ['quoted lines', '> a\r\n'.repeat(200_000)],
    ['introductions', 'On a b c\r\n'.repeat(100_000)],
    ['half an introduction', `On ${'a '.repeat(500_000)}`],
    ['underscores', '_'.repeat(megabyte)],
    ['dashes', '- '.repeat(500_000)],
    ['begin lines', 'begin 644 a\r\n'.repeat(80_000)],
    ['begin, data, no end', `begin 644 a\r\n${`M${'a'.repeat(60)}\r\n`.repeat(20_000)}`],
    ['begins in each other', `begin 644 a\r\n${`M${'A'.repeat(60)}\r\n`.repeat(10)}`.repeat(1_500)],
    ['begin and end', 'begin 644 a\r\nend\r\n'.repeat(1_000)],
    ['spaces', ' '.repeat(2 * megabyte)],
    ['combining marks', `a${'\u0301'.repeat(300_000)}`],
    ['zalgo', 'x\u0300\u0316\u0489'.repeat(50_000)],
    ['private use', '\ue000\uf8ff'.repeat(50_000)],
    ['noncharacters', '\ufffe\uffff'.repeat(50_000)],
    ['joined emoji', '👩\u200d'.repeat(50_000)],
    ['direction marks', '\u202e\u202d\u2066'.repeat(50_000)],
    ['line separators', '\u2028\u2029'.repeat(100_000)],
  ];
  for (const [name, body] of bodies)
    yield mail(`text: ${name}`, [...plainHead, 'Content-Type: text/plain; charset=utf-8'], Buffer.from(body));
  for (const parameters of ['format=flowed', 'format=flowed; delsp=yes']) {
    yield mail(
      `flowed (${parameters}): soft breaks only`,
      [...plainHead, `Content-Type: text/plain; ${parameters}`],
      'a \r\n'.repeat(500_000),
    );
    yield mail(
      `flowed (${parameters}): quotes`,
      [...plainHead, `Content-Type: text/plain; ${parameters}`],
      '>>>> > a \r\n> b \r\n'.repeat(60_000),
    );
  }
}

export function* transferMails(): Generator<HostileMail> {
  const encoded: [string, string, string | Buffer][] = [
    ['base64', 'padding only', '='.repeat(megabyte)],
    ['base64', 'padding after each', 'QQ=='.repeat(250_000)],
    ['base64', 'junk between', 'Q.U!J@D\x80'.repeat(100_000)],
    ['base64', 'one character', 'Q'],
    ['base64', 'cut', 'SGVsbG8gV29ybGQ'],
    ['base64', 'random bytes', seededBytes(7, 300_000)],
    ['base64', 'text that is none', 'This was never encoded.\r\n'],
    ['base64', 'a bomb of 5 MB', `${'A'.repeat(76)}\r\n`.repeat(64_000)],
    ['base64', 'one line of 5 MB', 'A'.repeat(5 * megabyte)],
    ['quoted-printable', 'equals only', '='.repeat(megabyte)],
    ['quoted-printable', 'soft breaks', '=\r\n'.repeat(400_000)],
    ['quoted-printable', 'bad hex', '=ZZ=G1=1G=='.repeat(50_000)],
    ['quoted-printable', 'soft break with blanks', `=${' '.repeat(100)}\r\n`.repeat(10_000)],
    ['quoted-printable', 'blanks', ' \t'.repeat(500_000)],
    ['quoted-printable', 'NULs', '=00'.repeat(100_000)],
    ['quoted-printable', 'surrogates', '=ED=A0=80'.repeat(50_000)],
    ['x-uuencode', 'garbage', 'zzzz\r\n'.repeat(50_000)],
    ['binary', 'random bytes', seededBytes(8, 500_000)],
    ['7bit', '8-bit bytes', seededBytes(9, 100_000)],
    ['gzip', 'unknown', seededBytes(10, 10_000)],
    ['base64 quoted-printable', 'two', 'QUJD'],
    ['', 'none named', 'x'],
  ];
  for (const [encoding, name, body] of encoded) {
    yield mail(
      `${encoding}: ${name}`,
      [...plainHead, 'Content-Type: text/plain; charset=utf-8', `Content-Transfer-Encoding: ${encoding}`],
      body,
    );
  }
}

export function* charsetMails(): Generator<HostileMail> {
  const charsets = [
    'utf-8',
    'utf-16',
    'utf-16be',
    'utf-7',
    'utf-32',
    'ucs-4',
    'iso-2022-jp',
    'iso-2022-kr',
    'iso-2022-cn',
    'hz-gb-2312',
    'gb18030',
    'big5',
    'shift_jis',
    'euc-kr',
    'windows-1258',
    'tcvn',
    'viscii',
    'koi8-r',
    'replacement',
    'base64',
    'hex',
    'internal',
    '../../etc',
    '__proto__',
    'x'.repeat(500),
  ];
  for (const [at, charset] of charsets.entries()) {
    yield mail(
      `random bytes as ${charset.slice(0, 20)}`,
      [...plainHead, `Content-Type: text/plain; charset="${charset}"`],
      seededBytes(100 + at, 20_000),
    );
    yield mail(
      `UTF-8 called ${charset.slice(0, 20)}`,
      [...plainHead, `Content-Type: text/plain; charset="${charset}"`],
      Buffer.from('Kính gửi quý khách, đính kèm là hợp đồng.'),
    );
  }
  yield mail(
    'surrogates as text',
    [...plainHead, 'Content-Type: text/plain; charset=utf-16le'],
    Buffer.from([0x00, 0xd8, 0x41, 0x00, 0x00, 0xdc, 0x00, 0xd8]),
  );
  yield mail('random bytes, no charset', plainHead, seededBytes(999, 200_000));
  yield mail(
    '10,000 parts of changing charsets',
    [...plainHead, 'Content-Type: multipart/mixed; boundary=b'],
    Array.from(
      { length: 10_000 },
      (_, at) => `--b\r\nContent-Type: text/plain; charset=x-${at}\r\n\r\n\xe9\xe8\xff\r\n`,
    ).join(''),
  );
}
