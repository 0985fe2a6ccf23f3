import { bytes, type HostileMail, mail, plainHead, richMail, seededNumbers } from './hostile-parts.ts';

/** The rich message cut at every line and in the middle of structural lines. */
export function* truncatedMails(): Generator<HostileMail> {
  const text = richMail.toString('latin1');
  let line = 0;
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) {
    line += 1;
    yield { name: `cut after line ${line}`, raw: richMail.subarray(0, at + 2) };
    if (line % 2 === 0)
      yield { name: `cut before the end of line ${line}`, raw: richMail.subarray(0, at - 3) };
  }
  yield { name: 'nothing at all', raw: Buffer.alloc(0) };
  yield { name: 'one line break', raw: bytes('\r\n') };
  yield { name: 'one byte', raw: bytes('x') };
}

/** The rich message with single bytes changed, lines dropped, doubled and swapped. */
export function* damagedMails(): Generator<HostileMail> {
  const next = seededNumbers(20_261_120);
  for (let round = 0; round < 30; round += 1) {
    const raw = Buffer.from(richMail);
    for (let change = 0; change <= round; change += 1) raw[next() % raw.length] = next() >>> 24;
    yield { name: `${round + 1} bytes changed`, raw };
  }
  const lines = richMail.toString('latin1').split('\r\n');
  for (let round = 0; round < 24; round += 1) {
    const copy = [...lines];
    const at = 3 + round;
    const kind = ['dropped', 'doubled', 'swapped'][round % 3] ?? 'dropped';
    if (kind === 'dropped') copy.splice(at, 2);
    else if (kind === 'doubled') copy.splice(at, 0, ...copy.slice(at, at + 3));
    else copy.splice((at + 11) % copy.length, 0, ...copy.splice(at, 2));
    yield { name: `lines ${kind}, round ${round}`, raw: bytes(copy.join('\r\n')) };
  }
}

export function* lineEndMails(): Generator<HostileMail> {
  const text = richMail.toString('latin1');
  yield { name: 'bare LF everywhere', raw: bytes(text.replaceAll('\r\n', '\n')) };
  yield { name: 'bare CR everywhere', raw: bytes(text.replaceAll('\r\n', '\r')) };
  yield { name: 'CR CR LF everywhere', raw: bytes(text.replaceAll('\r\n', '\r\r\n')) };
  yield { name: 'LF CR everywhere', raw: bytes(text.replaceAll('\r\n', '\n\r')) };
  let turn = 0;
  yield {
    name: 'line ends mixed',
    raw: bytes(text.replaceAll('\r\n', () => ['\n', '\r', '\r\n'][turn++ % 3] ?? '\n')),
  };
  yield { name: 'NUL after every byte', raw: bytes([...text].join('\0')) };
  yield { name: 'NUL for every space', raw: bytes(text.replaceAll(' ', '\0')) };
  yield { name: 'only NULs', raw: Buffer.alloc(1_000_000) };
  yield { name: 'only line feeds', raw: Buffer.alloc(2_000_000, 10) };
  yield { name: 'only carriage returns', raw: Buffer.alloc(2_000_000, 13) };
  yield { name: 'a line of 1 MB', raw: bytes(`${text}${'x'.repeat(1_000_000)}`) };
  yield { name: 'spaces for the empty line', raw: bytes(text.replaceAll('\r\n\r\n', '\r\n   \r\n')) };
  yield { name: 'a byte order mark first', raw: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), richMail]) };
  yield { name: 'an mbox line first', raw: bytes(`From an@example.vn Fri Nov 20 08:00:00 2026\r\n${text}`) };
  yield { name: 'no headers', raw: bytes('Just a few words.\r\nAnd a second line.\r\n') };
  yield { name: 'empty line first', raw: bytes(`\r\n${text}`) };
  yield { name: 'continuation line first', raw: bytes(` folded\r\n${text}`) };
  yield { name: 'utf-16 whole', raw: Buffer.from(text, 'utf16le') };
}

function multipart(boundary: string, kind = 'mixed'): string[] {
  return [...plainHead, `Content-Type: multipart/${kind}; boundary="${boundary}"`];
}

export function* boundaryMails(): Generator<HostileMail> {
  const part = (boundary: string) => `--${boundary}\r\n\r\nwords\r\n`;
  const boundaries: [string, string][] = [
    ['empty', ''],
    ['a space', ' '],
    ['dashes', '--'],
    ['one dash', '-'],
    ['a quote', '\\"'],
    ['a line break', 'a\r\n b'],
    ['control characters', '\x01\x02'],
    ['regular expression', '(a+)+$[.*'],
    ['of 70', 'b'.repeat(70)],
    ['of 71', 'b'.repeat(71)],
    ['of 998', 'b'.repeat(998)],
    ['of 100,000', 'b'.repeat(100_000)],
    ['8-bit', '\xe9\xe8'],
    ['in Vietnamese', 'ranh-giới'],
    ['ends in dashes', 'abc--'],
    ['prototype', '__proto__'],
    ['percent', "utf-8''%41"],
    ['trailing spaces', 'abc   '],
  ];
  for (const [name, boundary] of boundaries) {
    yield mail(
      `boundary: ${name}`,
      multipart(boundary),
      `${part(boundary)}${part(boundary)}--${boundary}--\r\n`,
    );
  }
  for (const kind of [
    'alternative',
    'related',
    'digest',
    'report',
    'signed',
    'encrypted',
    'form-data',
    'x-unknown',
    '',
  ]) {
    yield mail(`multipart/${kind} with nothing in it`, multipart('b', kind), '');
    yield mail(`multipart/${kind} closed at once`, multipart('b', kind), '--b--\r\n');
    yield mail(`multipart/${kind} of empty parts`, multipart('b', kind), '--b\r\n--b\r\n--b\r\n--b--\r\n');
  }
  yield mail(
    'boundary not named',
    [...plainHead, 'Content-Type: multipart/mixed'],
    `${part('zzz-1')}${part('zzz-1')}--zzz-1--\r\n`,
  );
  yield mail('boundary never used', multipart('never'), 'Words outside of any part.\r\n');
  yield mail(
    'boundary named twice',
    [...plainHead, 'Content-Type: multipart/mixed; boundary=a; boundary=b'],
    part('a') + part('b'),
  );
  yield mail(
    'two content types',
    [...multipart('a'), 'Content-Type: multipart/mixed; boundary=b'],
    part('a') + part('b'),
  );
  yield mail(
    'boundary unquoted and broken',
    [...plainHead, 'Content-Type: multipart/mixed; boundary="abc'],
    part('abc'),
  );
  yield mail(
    'prefix of another boundary',
    multipart('b'),
    `--b\r\nContent-Type: multipart/mixed; boundary=bb\r\n\r\n${part('bb')}--bb--\r\n${part('b')}--b--`,
  );
  yield mail(
    'inner boundary equals outer',
    multipart('b'),
    `--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part('b')}--b--\r\n${part('b')}--b--`,
  );
  yield mail(
    'outer closed within inner',
    multipart('o'),
    `--o\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nx\r\n--o--\r\n--i--\r\n`,
  );
  yield mail('closed, then more parts', multipart('b'), `${part('b')}--b--\r\n${part('b')}`);
  yield mail('endless closing', multipart('b'), '--b--\r\n'.repeat(200_000));
  yield mail('endless boundaries', multipart('b'), '--b\r\n'.repeat(400_000));
  yield mail('10,000 parts', multipart('b'), `${part('b').repeat(10_000)}--b--\r\n`);
  yield mail('100,000 parts', multipart('b'), part('b').repeat(100_000));
  yield mail(
    '10,000 attachments',
    multipart('b'),
    Array.from(
      { length: 10_000 },
      (_, at) => `--b\r\nContent-Type: application/pdf; name=f${at}.pdf\r\n\r\n${at}\r\n`,
    ).join(''),
  );
  yield mail(
    '10,000 HTML parts',
    multipart('b', 'alternative'),
    '--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n'.repeat(10_000),
  );
  yield mail('lines of dashes', multipart('b'), '-'.repeat(3_000_000));
  yield mail('many lines of dashes', multipart('b'), '--------\r\n'.repeat(300_000));
  yield mail('many boundary-like lines', multipart('b'), '--c\r\n'.repeat(500_000));
}

export function* nestedMails(): Generator<HostileMail> {
  for (const depth of [10, 100, 256, 257, 1_000, 5_000]) {
    const opening = (boundary: (at: number) => string) =>
      Array.from(
        { length: depth },
        (_, at) => `Content-Type: multipart/mixed; boundary="${boundary(at)}"\r\n\r\n--${boundary(at)}\r\n`,
      ).join('');
    const closing = Array.from({ length: depth }, (_, at) => `--n${depth - 1 - at}--\r\n`).join('');
    const start = 'From: an@example.vn\r\n';
    yield {
      name: `nested ${depth} deep, open`,
      raw: bytes(`${start}${opening((at) => `n${at}`)}\r\ndeep words\r\n`),
    };
    yield {
      name: `nested ${depth} deep, closed`,
      raw: bytes(`${start}${opening((at) => `n${at}`)}\r\ndeep words\r\n${closing}`),
    };
    yield {
      name: `nested ${depth} deep, one boundary`,
      raw: bytes(`${start}${opening(() => 'same')}\r\ndeep words\r\n`),
    };
    yield {
      name: `messages ${depth} deep`,
      raw: bytes(`${'Content-Type: message/rfc822\r\n\r\n'.repeat(depth)}x`),
    };
  }
  const encoded = (inner: string) =>
    `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(inner, 'latin1').toString('base64')}`;
  let inner = 'Subject: in\r\n\r\nx';
  for (let depth = 0; depth < 20; depth += 1) inner = encoded(inner);
  yield { name: 'base64 messages 20 deep', raw: bytes(inner) };
  const boundaries = Array.from(
    { length: 1_000 },
    (_, at) => `Content-Type: multipart/mixed; boundary=n${at}\r\n\r\n--n${at}\r\n`,
  ).join('');
  yield {
    name: 'deep nesting, then each boundary again and again',
    raw: bytes(
      `${boundaries}\r\n${Array.from({ length: 100_000 }, (_, at) => `--n${999 - (at % 1_000)}\r\n`).join('')}`,
    ),
  };
}
