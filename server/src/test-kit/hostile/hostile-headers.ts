import { bytes, type HostileMail, mail, plainHead, seededBytes } from './hostile-parts.ts';

const fieldNames = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'References',
  'In-Reply-To',
  'Content-Type',
  'Content-Disposition',
  'List-Unsubscribe',
];

export function* longHeaderMails(): Generator<HostileMail> {
  for (const name of fieldNames) {
    yield mail(`${name} of 1 MB`, [`${name}: ${'a'.repeat(1_000_000)}`]);
    yield mail(`${name} empty`, [`${name}:`]);
    yield mail(`${name} twice and garbled`, [`${name}: \xff\xfe\x80 ${'<'.repeat(500)}`, `${name} : second`]);
    yield mail(`${name} of random bytes`, [
      `${name}: ${seededBytes(name.length, 2_000)
        .toString('latin1')
        .replace(/[\r\n]/g, '.')}`,
    ]);
  }
  yield mail(
    '100,000 header lines',
    Array.from({ length: 100_000 }, (_, at) => `X-${at}: y`),
  );
  yield mail('100,000 continuation lines', ['Subject: a', ...Array.from({ length: 100_000 }, () => ' b')]);
  yield mail('100,000 lines that are no header', [
    'Subject: a',
    ...Array.from({ length: 100_000 }, () => 'no header here'),
  ]);
  yield mail(
    '20,000 Received lines',
    Array.from(
      { length: 20_000 },
      (_, at) => `Received: from h${at}.example.vn; Fri, 20 Nov 2026 08:00:00 +0700`,
    ),
  );
  yield mail('a header name of 100 KB', [`${'N'.repeat(100_000)}: v`]);
  yield mail('a header of spaces', [`Subject:${' '.repeat(500_000)}x`]);
  yield mail('spaces between words', [`To: a${' '.repeat(500_000)}b@example.vn`]);
  yield mail('names with spaces', ['Subject : spaced', 'From\t: an@example.vn', 'Bad Name: x']);
  yield mail('prototype names', [
    '__proto__: x',
    'constructor: y',
    'toString: z',
    'Content-Type: text/plain; __proto__=x; constructor=y',
  ]);
  yield mail('no blank line before the body', ['Subject: Hi', 'Hello there, this is the body', 'and more']);
}

export function* addressMails(): Generator<HostileMail> {
  const lists: [string, string][] = [
    ['100,000 addresses', 'a@example.vn, '.repeat(100_000)],
    ['only commas', ','.repeat(200_000)],
    ['only semicolons', ';'.repeat(200_000)],
    ['only at signs', '@'.repeat(135_000)],
    ['only open angles', '<'.repeat(135_000)],
    ['only close angles', '>'.repeat(135_000)],
    ['only open brackets', '('.repeat(135_000)],
    ['brackets nested', `${'('.repeat(50_000)}x${')'.repeat(50_000)} a@example.vn`],
    ['only quotes', '"'.repeat(135_001)],
    ['only backslashes', '\\'.repeat(135_000)],
    ['only colons', ':'.repeat(135_000)],
    ['groups in groups', 'a:'.repeat(67_000)],
    ['quote, bracket', '"('.repeat(67_000)],
    ['angle, quote', '<"'.repeat(67_000)],
    ['encoded words open', '=?a?Q? '.repeat(20_000)],
    ['encoded words', '=?utf-8?Q?a=2C?= <a@example.vn>, '.repeat(5_000)],
    ['words without end', 'word '.repeat(50_000)],
    ['undisclosed', 'undisclosed-recipients:;'],
    ['nothing in angles', '<>, <>, An <>, <@>'],
    ['route', '<@a.vn,@b.vn:an@example.vn>'],
    ['quoted local part', '"an binh"@example.vn, "a@b"@example.vn'],
    ['address of 10 KB', `${'a'.repeat(10_000)}@example.vn`],
    ['name of 100 KB', `"${'n'.repeat(100_000)}" <a@example.vn>`],
    ['two addresses in one', 'an@a.vn <binh@b.vn> c@c.vn'],
    ['direction marks', '"\u202Egro.live@tluser" <a@example.vn>'],
    ['line breaks encoded', '=?utf-8?Q?An=0D=0ABcc:_x@y.vn?= <a@example.vn>'],
    ['NUL in the address', 'a\0b@example.vn'],
    ['trailing garbage', 'a@example.vn>>>,,;"'],
  ];
  for (const [name, list] of lists) {
    yield mail(`To: ${name}`, ['From: an@example.vn', `To: ${list}`]);
    if (list.length < 20_000) yield mail(`From: ${name}`, [`From: ${list}`, 'To: b@example.vn']);
  }
}

export function* encodedWordMails(): Generator<HostileMail> {
  const subjects: [string, string][] = [
    ['cut in a character', '=?utf-8?B?Q2jhuw==?= =?utf-8?B?rW8=?='],
    ['unknown charset', '=?x-klingon?Q?=E9t=E9?='],
    ['no charset', '=??Q?abc?='],
    ['unknown encoding', '=?utf-8?X?abc?='],
    ['not closed', '=?utf-8?Q?abc'],
    ['spaces inside', '=?utf-8?Q?Xin ch=C3=A0o?='],
    ['60,000 openings', '=?utf-8?B?'.repeat(60_000)],
    ['60,000 words', '=?utf-8?Q?a?= '.repeat(25_000)],
    ['alternating charsets', '=?utf-8?Q?=C3?= =?koi8-r?Q?=A0?= '.repeat(5_000)],
    ['openings with an end far away', `${'=?a?X? '.repeat(35_000)}?=`],
    ['bad base64', '=?utf-8?B?****?= =?utf-8?B?Q?='],
    ['bad hex', '=?utf-8?Q?=ZZ=1=?='],
    ['lone surrogate', '=?utf-8?B?7aCA?='],
    ['surrogate in utf-16', '=?utf-16le?B?ANg=?='],
    ['NUL', '=?utf-8?Q?a=00b?='],
    ['utf-7', '=?utf-7?Q?Xin_ch+AOA-o?='],
    ['charset of 1 KB', `=?${'x'.repeat(1_000)}?Q?a?=`],
    ['language tag', '=?utf-8*vi?Q?ch=C3=A0o?='],
    ['raw 8-bit', 'B\xe1o c\xe1o'],
    ['raw invalid utf-8', '\xc3\x28\xe2\x82'],
    ['overlong utf-8', '\xc0\xaf\xe0\x80\xaf'],
    ['iso-2022-jp not closed', '\x1b$B$3$s$K$A$O'],
    ['escape only', '\x1b'],
    ['within a word', 'abc=?utf-8?Q?d?=efg'],
  ];
  for (const [name, subject] of subjects)
    yield mail(`Subject: ${name}`, ['From: an@example.vn', `Subject: ${subject}`]);
}

export function* parameterMails(): Generator<HostileMail> {
  const parameters: [string, string][] = [
    ['continuation gaps', 'name*0=a; name*2=c; name*7=h.pdf'],
    ['continuations backwards', 'name*2=c.pdf; name*1=b; name*0=a'],
    ['huge index', 'name*999999999=a; name*0=b.pdf'],
    ['negative index', 'name*-1=a.pdf'],
    ['no charset', 'name*=abc.pdf'],
    ['bad percent', "name*=utf-8''%ZZ%4%.pdf"],
    ['unknown charset', "name*=x-none''%E9.pdf"],
    ['30,000 continuations', Array.from({ length: 20_000 }, (_, at) => `name*${at}*=a`).join('; ')],
    ['30,000 parameters', 'a=b;'.repeat(60_000)],
    ['quotes open', 'name="abc.pdf'],
    ['only quotes', '"'.repeat(100_001)],
    ['only brackets', '('.repeat(100_000)],
    ['only backslashes in quotes', `name="${'\\'.repeat(100_001)}`],
    ['equal signs', '='.repeat(100_000)],
    ['empty name', 'name=""'],
    ['path', 'name="../../etc/passwd"'],
    ['windows path', 'name="C:\\\\windows\\\\system32\\\\cmd.exe"'],
    ['dots', 'name="..."'],
    ['slashes', 'name="////"'],
    ['NUL', 'name="a\0.pdf"'],
    ['bidi', 'name="\u202Efdp.exe"'],
    ['bidi encoded', "name*=utf-8''%E2%80%AEfdp.exe"],
    ['zero width', 'name="\u200B\u200B"'],
    ['of 10 KB', `name="${'đ'.repeat(5_000)}.pdf"`],
    ['device', 'name="CON"'],
    ['line break', "name*=utf-8''a%0D%0Ab.pdf"],
    ['html', 'name="<img src=x onerror=alert(1)>.pdf"'],
    ['encoded word', 'name="=?utf-8?B?dOG7h3AucGRm?="'],
    ['lone surrogate', "name*=utf-8''%ED%A0%80.pdf"],
    ['dot file', 'name=".htaccess"'],
    ['trailing dots', 'name="a.exe. . ."'],
    ['raw 8-bit', 'name="b\xe1o.pdf"'],
  ];
  for (const [name, text] of parameters) {
    const disposition = text.replaceAll('name', 'filename');
    yield mail(
      `file name: ${name}`,
      [
        ...plainHead,
        `Content-Type: application/pdf; ${text}`,
        `Content-Disposition: attachment; ${disposition}`,
      ],
      '%PDF-1.4',
    );
  }
  for (const id of ['<a\0b@x>', '<\xff\xfe>', '<>', '<<<', `<${'i'.repeat(5_000)}>`, '<a b@x>']) {
    yield mail(`Content-ID ${JSON.stringify(id.slice(0, 20))}`, [
      ...plainHead,
      'Content-Type: image/png',
      `Content-ID: ${id}`,
    ]);
  }
  const types = [
    '',
    '/',
    'text',
    'text/',
    '/plain',
    'text/plain/extra',
    'TEXT/PLAIN',
    'multipart/',
    'text/plain charset=utf-8',
    'a/b, c/d',
    '(x) text (y) / (z) plain',
    ';;;',
    '\xff/\xff',
    'text/html;;;;=;=',
    'x'.repeat(10_000),
  ];
  for (const type of types)
    yield mail(`Content-Type ${JSON.stringify(type.slice(0, 30))}`, [...plainHead, `Content-Type: ${type}`]);
  for (const date of [
    '99 Foo 9999 99:99:99 +9999',
    'Fri, 31 Feb 2026 25:61:61',
    '-1',
    '0',
    '1'.repeat(10_000),
    'Fri, 20 Nov 99999 08:00:00',
    '20 Nov 26',
  ]) {
    yield { name: `Date ${date.slice(0, 30)}`, raw: bytes(`Date: ${date}\r\n\r\nx`) };
  }
}
