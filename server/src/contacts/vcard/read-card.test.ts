import { LIMITS } from '@bocau/contract/limits.ts';
import { expect, test } from 'vitest';
import { corpus } from './corpus/corpus.ts';
import { PIXEL } from './corpus/phone-cards.ts';
import { readCard } from './read-card.ts';

const find = (name: string) => readCard(corpus.find(([each]) => each === name)?.[1] ?? Buffer.alloc(0));
const cardOf = (...lines: string[]) => Buffer.from(['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n'));
const fieldsOf = (...lines: string[]) => readCard(cardOf(...lines)).fields;
const photo = { bytes: Buffer.from(PIXEL, 'base64'), type: 'image/png' };

test('a card of version 2.1 is read with its encodings', () => {
  const { fields, ...card } = find('Android 2.1 with quoted-printable');
  expect(card).toEqual({ version: '2.1', uid: null, kind: 'individual', photo, members: [] });
  expect(fields).toMatchObject({
    ...{ full_name: 'Nguyễn Thị Lan Anh', family_name: 'Nguyễn', given_name: 'Anh', middle_name: 'Thị Lan' },
    emails: [{ label: 'home', value: 'lananh@example.vn' }],
    phones: [
      { label: 'mobile', value: '0912-345-678' },
      { label: 'work', value: '024 3825 1234' },
      { label: 'sep', value: '0987654321' },
    ],
    addresses: [
      {
        ...{ label: 'home', street: '12 Ngõ Huế', ward: 'Phường Bến Nghé', province: 'Hồ Chí Minh' },
        ...{ postal_code: '700000', country: 'Việt Nam' },
      },
    ],
    notes: 'Dòng một\nDòng hai; có =',
    birthday: '1990-08-15',
  });
});

test('what is in a card within a card is not read', () => {
  const { fields } = find('Nokia 2.1 with an agent');
  expect([fields.family_name, fields.given_name]).toEqual(['Tran', 'Binh']);
  expect(fields.phones.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'mobile +84 90 123 4567',
    'fax +84 24 1234 5678',
  ]);
});

test('pictures are read in every manner of writing', () => {
  for (const name of ['Outlook 2.1', 'Sony 2.1 with base64 that is not indented', 'Nextcloud 4.0']) {
    expect(find(name).photo, name).toEqual(photo);
  }
  expect(find('iPhone 3.0 with item groups').photo).toEqual(photo);
  for (const name of ['Google export', 'Odd lines']) expect(find(name).photo, name).toBeNull();
});

test('a card of a phone of Apple is read with its groups', () => {
  const { fields, uid } = find('iPhone 3.0 with item groups');
  expect(uid).toBe('1A2B3C4D-0000-0000-0000-000000000001');
  expect(fields).toEqual({
    ...{ full_name: 'Phạm Văn Minh', family_name: 'Phạm', given_name: 'Minh', middle_name: 'Văn' },
    ...{ name_prefix: '', name_suffix: '', nickname: 'Tí, Cu Tí' },
    ...{ organisation: 'Công ty Bồ Câu', department: 'Kỹ thuật', title: 'Kỹ sư' },
    emails: [
      { label: 'other', value: 'minh@example.vn' },
      { label: 'home', value: 'minh.home@example.vn' },
      { label: 'Sếp, của tôi', value: 'sep@example.vn' },
    ],
    phones: [
      { label: 'mobile', value: '0903 111 222' },
      { label: 'fax', value: '028 3822 1111' },
      { label: 'fax', value: '+1 (415) 555-2671' },
    ],
    addresses: [
      {
        ...{ label: 'home', street: '25 Lê Lợi, tầng 3', ward: 'Bến Nghé', province: 'TP. Hồ Chí Minh' },
        ...{ postal_code: '700000', country: 'Việt Nam' },
      },
    ],
    urls: [{ label: 'homepage', value: 'https://example.vn/?a=1,2;b' }],
    dates: [{ label: 'anniversary', value: '2015-05-20' }],
    relations: [
      { label: 'spouse', value: 'Nguyễn Thị Hoa' },
      { label: 'Cha nuôi', value: 'Phạm Văn Cha' },
    ],
    birthday: '--08-15',
    lunar_birthday: false,
    lunar_leap: false,
    notes: 'Gặp ở Hà Nội\nHai dòng, một phẩy; chấm phẩy \\ gạch chéo',
    lists: ['Bạn bè', 'Công việc'],
  });
});

test('a card of version 4.0 is read, the preferred address first', () => {
  const { fields, uid } = find('Nextcloud 4.0');
  expect(uid).toBe('9f2c1a52-8d7e-4a2f-b7c1-1a2b3c4d5e6f');
  expect(fields.emails).toEqual([
    { label: 'work', value: 'tram@example.vn' },
    { label: 'home', value: 'tram.home@example.vn' },
    { label: '', value: 'tram3@example.vn' },
  ]);
  expect(fields.phones).toEqual([
    { label: 'home', value: '0243 825 4321' },
    { label: 'mobile', value: '+84-912-345-678' },
  ]);
  expect(fields).toMatchObject({
    ...{ birthday: '1942-11-26', dates: [{ label: 'anniversary', value: '2010-01-31' }] },
    relations: [{ label: 'friend', value: 'Đặng Phương Trâm' }],
  });
});

test('groups name their members, as Apple and version 4.0 write them', () => {
  expect(find('Apple group')).toMatchObject({
    ...{ kind: 'group', uid: 'group-1' },
    members: ['1A2B3C4D-0000-0000-0000-000000000001', '1A2B3C4D-0000-0000-0000-000000000002'],
  });
  expect(find('Group of 4.0')).toMatchObject({
    ...{ kind: 'group', uid: 'group-4' },
    members: ['9f2c1a52-8d7e-4a2f-b7c1-1a2b3c4d5e6f', '9f2c1a52-8d7e-4a2f-b7c1-1a2b3c4d5e70'],
  });
  expect(find('Apple company').kind).toBe('org');
});

test('what is odd is read as far as it goes', () => {
  expect(find('Odd lines').fields).toMatchObject({
    ...{ full_name: 'Odd', family_name: 'O', given_name: 'd', middle_name: 'd' },
    phones: [
      { label: 'work', value: '0901' },
      { label: '', value: '1;2,3' },
    ],
    emails: [{ value: 'odd@example.vn' }],
    ...{ organisation: '', department: 'Only department', notes: 'tab\there, \\x \\', urls: [] },
    lists: ['a', 'b,c'],
  });
  expect(find('Evolution 3.0').fields).toMatchObject({
    ...{ title: 'Thợ điện', notes: 'Một\nHai', lists: ['Thợ', 'Nhà'], birthday: '1970-02-20' },
    ...{ lunar_birthday: true, dates: [{ label: 'anniversary', value: '2001-02-03' }] },
  });
  expect(find('Thunderbird 4.0').fields).toMatchObject({
    ...{ middle_name: 'Theodore James', name_suffix: 'Jr., M.D.', department: 'Concrete, Pouring' },
    ...{ title: 'Boss', birthday: '--08-15', urls: [{ label: 'work', value: 'https://example.com/a,b' }] },
  });
});

test('texts have no characters that nobody sees, and are cut to their limits', () => {
  expect(find('Hidden characters').fields).toMatchObject({
    ...{ family_name: 'elgoog', given_name: 'An', full_name: 'An elgoog', notes: 'one two\nthree' },
    emails: [{ label: '', value: 'an@example.vn' }],
  });
  const { fields } = find('Long values');
  expect(fields.full_name.length).toBeLessThanOrEqual(LIMITS.contactTextLength);
  expect(fields.notes.length).toBeLessThanOrEqual(LIMITS.contactNotesLength);
  expect(fields.emails).toHaveLength(LIMITS.contactEntries);
  expect(fields.lists[0]).toHaveLength(LIMITS.contactListNameLength);
  expect(fields.phones[0]?.label).toHaveLength(60);
});

test('every charset is read, also one that is not named', () => {
  expect(find('Windows-1252 without saying so').fields).toMatchObject({
    ...{
      full_name: 'Jürgen Müller',
      notes: 'Grüße aus Köln, schöne Straße',
      organisation: 'Bäckerei Schäfer',
    },
  });
  expect(find('Windows-1258 by its parameter').fields).toMatchObject({ full_name: 'Đô Hoa', notes: 'abc' });
  const wide = Buffer.from(`\ufeff${cardOf('VERSION:3.0', 'FN:Lệ Thủy').toString()}`, 'utf16le');
  expect(readCard(wide).fields.full_name).toBe('Lệ Thủy');
});

test.each([
  ['1990-08-15', '1990-08-15'],
  ['19900815', '1990-08-15'],
  ['--0815', '--08-15'],
  ['--08-15', '--08-15'],
  ['1604-08-15', '--08-15'],
  ['1990-08-15T00:00:00Z', '1990-08-15'],
  ['19900815T000000', '1990-08-15'],
  ['2024-02-29', '2024-02-29'],
  ['1990-13-01', null],
  ['1990-00-01', null],
  ['1990-04-31', null],
  ['1990', null],
  ['---15', null],
  ['circa 1800', null],
  ['', null],
])('a birthday of %j is read as %j', (text, day) => {
  expect(fieldsOf('VERSION:3.0', `BDAY:${text}`).birthday).toBe(day);
});

test('a year that Apple leaves out is none', () => {
  expect(fieldsOf('VERSION:3.0', 'BDAY;X-APPLE-OMIT-YEAR=1999:1999-08-15').birthday).toBe('--08-15');
});

const LINES = ['VERSION:3.0', 'FN:A'];

test.each([
  ['nothing', Buffer.alloc(0), 'not_a_card'],
  ['a text', Buffer.from('Hello: you'), 'not_a_card'],
  ['NUL', Buffer.alloc(1000), 'not_a_card'],
  ['a calendar', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'), 'not_a_card'],
  ['no end', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\n'), 'broken'],
  ['two cards', Buffer.concat([cardOf(...LINES), cardOf(...LINES)]), 'broken'],
  ['cards in each other', Buffer.from('BEGIN:VCARD\nAGENT:\n'.repeat(9) + 'END:VCARD\n'.repeat(9)), 'broken'],
  [
    'a card in a card before any line',
    Buffer.from('BEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD\n'),
    'broken',
  ],
  [
    'a byte too many',
    Buffer.concat([cardOf(...LINES), Buffer.alloc(LIMITS.contactCardBytes, 10)]),
    'too_large',
  ],
  [
    'a property too many',
    cardOf(...LINES, ...Array(LIMITS.contactProperties - 1).fill('X-A:1')),
    'too_many_properties',
  ],
])('%s is refused', (_, source, problem) => {
  expect(() => readCard(source)).toThrow(expect.objectContaining({ name: 'CardFault', problem }));
});

test('the largest card, and the one with the most properties, are read', () => {
  const note = cardOf(...LINES, 'NOTE:');
  const largest = cardOf(...LINES, `NOTE:${'x'.repeat(LIMITS.contactCardBytes - note.length)}`);
  expect(largest).toHaveLength(LIMITS.contactCardBytes);
  expect(readCard(largest).fields.notes).toHaveLength(LIMITS.contactNotesLength);
  const most = cardOf(...LINES, ...Array(LIMITS.contactProperties - 2).fill('X-A:1'));
  expect(readCard(most).fields.full_name).toBe('A');
});

test('a line with more than 16 KB before its value is no property', () => {
  const phones = (length: number) => fieldsOf('VERSION:3.0', `TEL;X-A=${'a'.repeat(length)}:1`).phones.length;
  expect([phones(16_000), phones(17_000)]).toEqual([1, 0]);
});
