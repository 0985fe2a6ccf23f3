import { expect, it } from 'vitest';
import { parseAddresses } from './parse-addresses.ts';

const read = (header: string) =>
  parseAddresses(Buffer.from(header, 'utf8').toString('latin1'), null).map(
    ({ name, email }) => `${name}|${email}`,
  );

it.each<[string, string[]]>([
  ['an@example.vn', ['|an@example.vn']],
  ['<an@example.vn>', ['|an@example.vn']],
  ['Nguyễn Văn An <an@example.vn>', ['Nguyễn Văn An|an@example.vn']],
  ['"Lê, Bình" <b@c.vn>, Đỗ Hà <ha@c.vn>', ['Lê, Bình|b@c.vn', 'Đỗ Hà|ha@c.vn']],
  ['"Trần \\"Tí\\" Anh" <t@c.vn>', ['Trần "Tí" Anh|t@c.vn']],
  ["'An' <an@c.vn>", ['An|an@c.vn']],
  ['=?utf-8?Q?L=C3=AA=2C_B=C3=ACnh?= <b@c.vn>, x@y.vn', ['Lê, Bình|b@c.vn', '|x@y.vn']],
  ['=?utf-8?Q?Lê, B=C3=ACnh?= <b@c.vn>', ['Lê, Bình|b@c.vn']],
  ['"=?utf-8?B?TmfDom4=?=" <n@c.vn>', ['Ngân|n@c.vn']],
  ['an@c.vn (Nguyễn An)', ['Nguyễn An|an@c.vn']],
  ['an@c.vn (a (nested) one)', ['a (nested) one|an@c.vn']],
  ['undisclosed-recipients:;', []],
  ['Nhóm: a@c.vn, B <b@c.vn>;, c@c.vn', ['|a@c.vn', 'B|b@c.vn', '|c@c.vn']],
  ['a@c.vn; b@c.vn', ['|a@c.vn', '|b@c.vn']],
  ['An an@c.vn', ['An|an@c.vn']],
  ['"an@c.vn" <an@c.vn>', ['|an@c.vn']],
  ['boss@bank.vn <thief@evil.example>', ['boss@bank.vn|thief@evil.example']],
  ['"an binh"@c.vn', ['|"an binh"@c.vn']],
  ['<@relay.vn:an@c.vn>', ['|an@c.vn']],
  ['An < an @ c.vn >', ['An|an@c.vn']],
  ['Only a name', ['Only a name|']],
  ['root', ['|root']],
  ['"never closed <a@c.vn>', ['never closed|a@c.vn']],
  ['a@c.vn, , ,b@c.vn,', ['|a@c.vn', '|b@c.vn']],
  ['', []],
  ['a@c.vn b@c.vn', ['|a@c.vn', '|b@c.vn']],
  ['<a@c.vn> <b@c.vn>', ['|a@c.vn', '|b@c.vn']],
  ['An <a@c.vn> "Lê, Bình" <b@c.vn> c@c.vn', ['An|a@c.vn', 'Lê, Bình|b@c.vn', '|c@c.vn']],
  ['An <a@c.vn> Ltd', ['An Ltd|a@c.vn']],
  ['An a@c.vn Bình b@c.vn', ['An|a@c.vn', 'Bình|b@c.vn']],
  ['undisclosed-recipients: ;', []],
  ['Undisclosed recipients:;', []],
  ['<undisclosed-recipients:;>', []],
  ['"undisclosed-recipients" <>', []],
  ['undisclosed-recipients', []],
  ['An <an@c\u00a0.vn>', ['An|an@c.vn']],
  ['An <an@ｃ。vn>', ['An|an@c.vn']],
  ['An <an\u200b@c.\u202evn>', ['An|an@c.vn']],
  ['\u202eknab\u202c <an@c.vn>', ['knab|an@c.vn']],
  ['\u3164\u2800 <an@c.vn>', ['|an@c.vn']],
  ['Nhà 👨‍👩‍👧 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 <an@c.vn>', ['Nhà 👨‍👩‍👧 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿|an@c.vn']],
  // RFC 5322, 3.2.2: comments and blanks are allowed around every part of an address.
  ['an(x)@c.vn', ['x|an@c.vn']],
  ['an@(x)c.vn', ['x|an@c.vn']],
  ['an @ c.vn (An)', ['An|an@c.vn']],
  ['<an@c.vn(x)>', ['|an@c.vn']],
  ['"An" <(y)an@(nested (z) \\) one)c.vn>', ['An|an@c.vn']],
  ['Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>', ['Pete|pete@silly.test']],
  [
    "A(x):Chris <c@(Chris's host.)public.example>, joe@one.test;",
    ['Chris|c@public.example', '|joe@one.test'],
  ],
  ['An <"a(x)"@c.vn>', ['An|"a(x)"@c.vn']],
  ['<an(x@c.vn>', ['|an(x@c.vn']],
  ['(an@c.vn) thief@evil.example', ['an@c.vn|thief@evil.example']],
  ['An @ Home an@c.vn', ['An @ Home|an@c.vn']],
  ['An\u200d Bình\u200c <an@c.vn>', ['An Bình|an@c.vn']],
  ['می\u200cخواهم <an@c.vn>', ['می\u200cخواهم|an@c.vn']],
])('reads the address list %s', (header, expected) => {
  expect(read(header)).toEqual(expected);
});

it('keeps a line break that was hidden in an encoded word out of the name', () => {
  expect(read('=?utf-8?Q?An=0D=0ABcc:_x@y.vn?= <a@c.vn>')).toEqual(['An Bcc: x@y.vn|a@c.vn']);
});

it('stops at 2,000 addresses', () => {
  expect(parseAddresses('a@c.vn,'.repeat(5_000), null)).toHaveLength(2_000);
});
