import { expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { PIXEL } from './corpus/phone-cards.ts';
import { randomFields } from './corpus/random-fields.ts';
import { readCard } from './read-card.ts';
import { writeCard } from './write-card.ts';

const at = new Date('2026-11-20T02:00:00Z');

test('a new card is of version 3.0 and has what programs want', () => {
  const fields = {
    ...{ full_name: 'Nguyễn Thị Lan Anh', family_name: 'Nguyễn', given_name: 'Anh', middle_name: 'Thị Lan' },
    ...{ notes: 'a,b;c\\d\ne', organisation: 'Bồ Câu', department: 'Thư' },
    phones: [
      { label: 'mobile', value: '0912 345 678' },
      { label: 'Zalo', value: '0900' },
    ],
    emails: [{ label: 'work', value: 'anh@example.vn' }],
    ...{ birthday: '--08-15', lunar_birthday: true, lunar_leap: true, lists: ['Bạn bè', 'a,b'] },
    dates: [{ label: 'anniversary', value: '2015-05-20' }],
    addresses: [{ label: 'home', street: '1; A', ward: 'B', province: 'C', postal_code: '1', country: 'VN' }],
  };
  expect(writeCard(fields, { uid: 'u-1', at }).toString().split('\r\n')).toEqual([
    ...[
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Bo Cau//Contacts//EN',
      'UID:u-1',
      'REV:2026-11-20T02:00:00Z',
    ],
    ...['N:Nguyễn;Anh;Thị Lan;;', 'FN:Nguyễn Thị Lan Anh', 'ORG:Bồ Câu;Thư'],
    ...['BDAY;X-APPLE-OMIT-YEAR=1604:1604-08-15', 'X-LUNAR-BIRTHDAY;LEAP=1:1', 'NOTE:a\\,b\\;c\\\\d\\ne'],
    ...['EMAIL;TYPE=INTERNET;TYPE=WORK:anh@example.vn', 'TEL;TYPE=CELL:0912 345 678'],
    ...['item1.TEL:0900', 'item1.X-ABLabel:Zalo', 'ADR;TYPE=HOME:;;1\\; A;B;C;1;VN'],
    ...['item2.X-ABDATE:2015-05-20', 'item2.X-ABLabel:_$!<Anniversary>!$_', 'CATEGORIES:Bạn bè,a\\,b'],
    ...['END:VCARD', ''],
  ]);
});

test('what is written is read again, whatever it is', () => {
  const random = prng('write-card');
  for (let round = 0; round < 300; round += 1) {
    const fields = randomFields(random);
    const card = writeCard(fields, { uid: `u;${round}`, at });
    expect(readCard(card)).toMatchObject({ fields, uid: `u;${round}`, version: '3.0', photo: null });
    for (const line of card.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(75);
    // Folds are between characters.
    for (const line of splitLines(card)) expect(line.toString()).not.toContain('\ufffd');
  }
});

function splitLines(card: Buffer): Buffer[] {
  return card
    .toString('latin1')
    .split('\r\n')
    .map((line) => Buffer.from(line, 'latin1'));
}

test.each([
  [{ family_name: 'Nguyễn', given_name: 'Anh', middle_name: 'Lan' }, 'Nguyễn Lan Anh'],
  [{ family_name: 'Smith', given_name: 'John', name_prefix: 'Dr.' }, 'Dr. John Smith'],
  [{ given_name: 'Anh' }, 'Anh'],
  [{ organisation: 'Bồ Câu' }, 'Bồ Câu'],
  [{ nickname: 'Tí', organisation: 'Bồ Câu' }, 'Tí'],
  [{ emails: [{ label: '', value: 'a@b.vn' }] }, 'a@b.vn'],
  [{ phones: [{ label: '', value: '0912' }] }, '0912'],
  [{}, ''],
])('a card without a full name shows another: %j', (fields, name) => {
  const card = writeCard(fields, { uid: 'u', at });
  expect(readCard(card).fields.full_name).toBe(name);
  expect(card.toString()).toContain('\r\nFN:');
  expect(card.toString()).toContain('\r\nN:');
});

test('a new card may have a picture', () => {
  const photo = { bytes: Buffer.from(PIXEL, 'base64'), type: 'image/png' };
  expect(readCard(writeCard({ full_name: 'A' }, { uid: 'u', at, photo })).photo).toEqual(photo);
});
