import { expect, test } from 'vitest';
import { readAddresses } from '../../platform/mime/parse-addresses.ts';
import { headerValues, splitHeaders } from '../../platform/mime/split-headers.ts';
import { authorFields } from './author-fields.ts';

const GROUP = 'sales@saomai.example';
const LAN = { name: 'Lan', email: 'lan@bank.example' };

function read(text: string) {
  const raw = Buffer.from(`${text}\r\n`);
  const { fields } = splitHeaders(raw, 0, raw.length);
  return (name: string) =>
    headerValues(fields, name).map((value) =>
      readAddresses(value, null).map(({ name, email }) => `${name} <${email}>`),
    );
}

test('GO-2 names the author and the group, and answers go to the author', () => {
  expect(authorFields(LAN, [], GROUP)).toBe(
    [
      'From: "Lan qua sales@"\r\n <sales@saomai.example>',
      'Reply-To: "Lan"\r\n <lan@bank.example>',
      'X-Original-From: "Lan"\r\n <lan@bank.example>',
      '',
    ].join('\r\n'),
  );
  const asked = read(
    authorFields(
      { name: 'Nguyễn Thị Lan', email: 'lan@bank.example' },
      [{ name: 'Tổ', email: 'to@bank.example' }],
      GROUP,
    ),
  );
  expect(asked('from')).toEqual([['Nguyễn Thị Lan qua sales@ <sales@saomai.example>']]);
  expect(asked('reply-to')).toEqual([['Tổ <to@bank.example>']]);
  expect(asked('x-original-from')).toEqual([['Nguyễn Thị Lan <lan@bank.example>']]);
});

test('GO-3 a name shows what it is, on short lines, in one From', () => {
  const bad = [
    'ceo@bank.vn\r\nBcc: x@y.example',
    '\u202egpj.exe\u0007\u200b',
    '=?utf-8?Q?Sếp?= =?utf-8?B?eA==?=',
    '"Lan" <gia@bank.example>, khac',
    `${'dài '.repeat(3000)}`,
    '👨‍👩‍👧'.repeat(400),
    '\ud800'.repeat(50),
    '',
  ];
  for (const name of bad) {
    const text = authorFields({ ...LAN, name }, [], GROUP);
    const [from] = read(text)('from');
    expect(from).toHaveLength(1);
    expect(from?.[0]).toMatch(/qua sales@ <sales@saomai\.example>$/);
    expect(text).not.toMatch(/^bcc:/im);
    expect(text.match(/^From:/gim)).toHaveLength(1);
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThan(100);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(from?.[0]).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069\u200b]/u);
  }
});

test('GO-2 an author without an address that can be answered leaves answers to the group', () => {
  const text = authorFields({ name: '', email: 'a b>@x' }, [{ name: '', email: 'x\r\nTo: y@z' }], GROUP);
  expect(read(text)('from')).toEqual([['a b> qua sales@ <sales@saomai.example>']]);
  expect(text.match(/^\S+:/gm)).toEqual(['From:']);
});
