import type { ContactFields } from '@bocau/contract/contacts.ts';
import { describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { convertCard } from './convert-card.ts';
import { corpus } from './corpus/corpus.ts';
import { randomFields } from './corpus/random-fields.ts';
import { readCard } from './read-card.ts';
import { writeCard } from './write-card.ts';

const cardOf = (...lines: string[]) => Buffer.from(['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n'));
const linesOf = (card: Buffer) => card.toString().split('\r\n').slice(1, -2);

/** Where a card has no name to show, or none in parts, another version may need one. */
function withNames(fields: ContactFields, converted: ContactFields): ContactFields {
  const { full_name, family_name, given_name, middle_name } = converted;
  const hasParts = `${fields.family_name}${fields.given_name}${fields.middle_name}` !== '';
  const parts = hasParts ? {} : { family_name, given_name, middle_name };
  return { ...fields, ...parts, ...(fields.full_name === '' ? { full_name } : {}) };
}

describe('of every card', () => {
  test.each(corpus)('%s: conversion to another version and back keeps the fields', (_, card) => {
    const { fields, photo, uid, kind, members, version } = readCard(card);
    for (const target of ['3.0', '4.0'] as const) {
      const converted = convertCard(card, target);
      if (target === version) expect(converted.equals(card)).toBe(true);
      const read = readCard(converted);
      expect(read).toMatchObject({ version: target, photo, uid, kind, members });
      expect(read.fields).toEqual(withNames(fields, read.fields));
      const back = convertCard(convertCard(converted, '4.0'), '3.0');
      expect(readCard(back)).toMatchObject({ version: '3.0', photo, uid, kind, members });
      expect(readCard(back).fields).toEqual(withNames(fields, readCard(back).fields));
    }
  });
});

test('cards of ours keep all fields from 3.0 to 4.0 and back', () => {
  const random = prng('convert-card');
  for (let round = 0; round < 100; round += 1) {
    const fields = randomFields(random);
    const card = writeCard(fields, { uid: 'u', at: new Date(0) });
    const converted = convertCard(card, '4.0');
    expect(readCard(converted).fields).toEqual(fields);
    expect(readCard(convertCard(converted, '3.0')).fields).toEqual(fields);
  }
});

test('properties that are unknown stay, and those with another name in 4.0 are renamed', () => {
  const card = cardOf(
    ...['VERSION:3.0', 'N:Nam;;;;', 'FN:Nam', 'X-UNKNOWN;X-P="a;b":a\\,b', 'item1.X-ODD:1'],
    ...['TEL;TYPE=CELL,PREF:1', 'BDAY;X-APPLE-OMIT-YEAR=1604:1604-08-15', 'X-ANNIVERSARY:2010-01-31'],
    ...[
      'X-ADDRESSBOOKSERVER-KIND:group',
      'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1',
      'REV:2020-01-02T03:04:05Z',
    ],
    'PHOTO;VALUE=uri:http://example.vn/a.png',
  );
  const converted = convertCard(card, '4.0');
  expect(linesOf(converted)).toEqual([
    ...['VERSION:4.0', 'N:Nam;;;;', 'FN:Nam', 'X-UNKNOWN;X-P="a;b":a\\,b', 'item1.X-ODD:1'],
    ...['TEL;TYPE=CELL;PREF=1:1', 'BDAY:--0815', 'ANNIVERSARY:20100131'],
    ...['KIND:group', 'MEMBER:urn:uuid:1', 'REV:20200102T030405Z'],
    'PHOTO;VALUE=uri:http://example.vn/a.png',
  ]);
  expect(linesOf(convertCard(converted, '3.0'))).toEqual([
    ...['VERSION:3.0', 'N:Nam;;;;', 'FN:Nam', 'X-UNKNOWN;X-P="a;b":a\\,b', 'item1.X-ODD:1'],
    ...['TEL;TYPE=CELL;TYPE=PREF:1', 'BDAY;X-APPLE-OMIT-YEAR=1604:1604-08-15', 'X-ANNIVERSARY:2010-01-31'],
    ...['X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1', 'REV:20200102T030405Z'],
    'PHOTO;VALUE=uri:http://example.vn/a.png',
  ]);
});

test('version 2.1 is written out: encodings, words without a name, a card in the card', () => {
  const card = cardOf(
    ...['VERSION:2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C4=90=E1=BB=97;Nam'],
    ...[
      'TEL;CELL;PREF:1',
      'NOTE;ENCODING=QUOTED-PRINTABLE:a, b=0D=0Ac',
      'AGENT:',
      'BEGIN:VCARD',
      'N:C',
      'END:VCARD',
    ],
  );
  const lines = (first: string, phone: string) => [
    ...[first, 'N:Đỗ;Nam', phone, 'NOTE:a\\, b\\nc', 'AGENT:BEGIN:VCARD\\nN:C\\nEND:VCARD', 'FN:Đỗ Nam'],
  ];
  expect(linesOf(convertCard(card, '3.0'))).toEqual(lines('VERSION:3.0', 'TEL;TYPE=CELL;TYPE=PREF:1'));
  expect(linesOf(convertCard(card, '4.0'))).toEqual(lines('VERSION:4.0', 'TEL;TYPE=CELL;PREF=1:1'));
});

test('a card of 4.0 without N gets one in 3.0, of a person by the parts of the name', () => {
  const convert = (...lines: string[]) => linesOf(convertCard(cardOf('VERSION:4.0', ...lines), '3.0'));
  expect(convert('FN:Nguyễn Lan Anh')).toContain('N:Nguyễn;Anh;Lan;;');
  expect(convert('FN:Bồ Câu', 'KIND:org')).toContain('N:Bồ Câu;;;;');
  expect(convert('FN:A', 'RELATED;TYPE=spouse;VALUE=text:B')).toEqual([
    ...['VERSION:3.0', 'FN:A', 'item1.X-ABRELATEDNAMES:B', 'item1.X-ABLabel:_$!<Spouse>!$_', 'N:;A;;;'],
  ]);
});
