import type { ContactFields } from '@bocau/contract/contacts.ts';
import { contactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { corpus } from './corpus/corpus.ts';
import { fieldNames, linesExcept, PROPERTIES } from './corpus/edited-lines.ts';
import { PIXEL } from './corpus/phone-cards.ts';
import { randomFields } from './corpus/random-fields.ts';
import { editCard } from './edit-card.ts';
import { readCard } from './read-card.ts';

/** Ways to change a field: other values, none, one more in front, another order. */
function changesOf(fields: ContactFields, name: keyof ContactFields): ContactFields[keyof ContactFields][] {
  const value = fields[name];
  if (value === null || name === 'birthday') return ['2001-02-03', '--12-31', null];
  if (typeof value === 'string')
    return [name === 'notes' ? 'Mới; một\nhai, \\ba=' : 'Đổi; tên, \\ =', 'plain', ''];
  if (typeof value === 'boolean') return [!value];
  if (name === 'lists') return listChanges(fields.lists, 'Mới; một, hai');
  if (name === 'dates') return entryChanges(fields.dates, '1999-12-31');
  if (name === 'addresses') return addressChanges(fields.addresses);
  return entryChanges(fields[name] as ContactFields['emails'], 'mới;một,hai \\ @example.vn');
}

function listChanges<T>(values: T[], added: T): T[][] {
  // Past the hundredth entry there may be more, which come into sight.
  if (values.length === 100) return [values.with(50, added)];
  const changes = [[added, ...values], [...values, added], values.slice(1), values.toReversed(), [], [added]];
  return values.length === 0 ? changes : [...changes, values.with(-1, added)];
}

function entryChanges(values: ContactFields['emails'], value: string): ContactFields['emails'][] {
  const labels = [
    '',
    'work',
    'home',
    'mobile',
    'fax',
    'other',
    'anniversary',
    'spouse',
    'friend',
    'constructor',
    'Của tôi; riêng, \\',
  ];
  const changes = [
    ...listChanges(values, { label: 'work', value }),
    ...listChanges(values, { label: 'Lạ', value }),
  ];
  const relabelled = values
    .slice(0, 8)
    .flatMap((entry, at) => labels.map((label) => values.with(at, { ...entry, label })));
  const changed = values.slice(0, 8).map((entry, at) => values.with(at, { ...entry, value }));
  return [...changes, ...relabelled, ...changed];
}

function addressChanges(values: ContactFields['addresses']): ContactFields['addresses'][] {
  const added = {
    label: 'home',
    street: '1; Mới, \\',
    ward: 'Phường',
    province: '',
    postal_code: '',
    country: '',
  };
  const moved = values.map((entry, at) => values.with(at, { ...entry, province: 'Đà Nẵng', country: '' }));
  const relabelled = values.map((entry, at) => values.with(at, { ...entry, label: 'Nhà cũ' }));
  return [...listChanges(values, added), ...moved, ...relabelled];
}

test('the corpus has more than 300 different cards', () => {
  expect(new Set(corpus.map(([name]) => name)).size).toBe(corpus.length);
  expect(new Set(corpus.map(([, card]) => card.toString('latin1'))).size).toBe(corpus.length);
  expect(corpus.length).toBeGreaterThan(300);
});

describe('of every card', () => {
  test.each(corpus)('%s: what does not differ changes no byte', (_, card) => {
    const { fields, photo } = readCard(card);
    expect(contactFields.safeParse(fields).error).toBeUndefined();
    expect(editCard(card, {}).equals(card)).toBe(true);
    expect(editCard(card, fields, photo ?? undefined, { at: new Date(0) }).equals(card)).toBe(true);
  });

  test.each(corpus)('%s: an edit of a field changes only lines of its property', (form, card) => {
    const before = readCard(card);
    for (const [at, name] of fieldNames.entries()) {
      const others = linesExcept(card, PROPERTIES[name]);
      for (const [turn, value] of changesOf(before.fields, name).entries()) {
        // Only a lunar birthday is of a leap month.
        if (name === 'lunar_leap' && value === true && !before.fields.lunar_birthday) continue;
        // A card as its program writes it is changed in every way, and its other forms in some of them.
        if (form.includes(', ') && (turn + at + card.length) % 3 !== 0) continue;
        const edited = editCard(card, { [name]: value });
        const after = readCard(edited);
        expect(after.fields, `${name} ${JSON.stringify(value)}`).toEqual({ ...before.fields, [name]: value });
        expect(linesExcept(edited, PROPERTIES[name]), name).toEqual(others);
        expect([after.uid, after.kind, after.members]).toEqual([before.uid, before.kind, before.members]);
      }
    }
  });

  test.each(corpus)('%s: a card with all fields changed says them, and can be changed back', (name, card) => {
    const random = prng(name);
    const before = readCard(card).fields;
    for (let round = 0; round < 4; round += 1) {
      const wanted = randomFields(random);
      const edited = editCard(card, wanted);
      // Where there are more entries than are shown, others come into sight.
      if (before.emails.length === 100) wanted.emails = readCard(edited).fields.emails;
      expect(readCard(edited).fields).toEqual({ ...before, ...wanted });
      const again = randomFields(random);
      if (before.emails.length === 100) continue;
      expect(readCard(editCard(edited, again)).fields).toEqual({ ...before, ...wanted, ...again });
    }
  });
});

const text = (bytes: Buffer) => bytes.toString().replaceAll('\r\n', '\n');
const cardOf = (...lines: string[]) => Buffer.from(['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n'));
const find = (name: string) => corpus.find(([each]) => each === name)?.[1] ?? Buffer.alloc(0);

test('changing one of three addresses leaves the lines of the other two', () => {
  const card = find('iPhone 3.0 with item groups');
  const { emails } = readCard(card).fields;
  expect(emails.map(({ label }) => label)).toEqual(['other', 'home', 'Sếp, của tôi']);
  const edited = editCard(card, { emails: emails.with(1, { label: 'home', value: 'new@example.vn' }) });
  const from = 'EMAIL;type=INTERNET;type=HOME:minh.home@example.vn';
  expect(text(edited)).toBe(text(card).replace(from, 'EMAIL;type=INTERNET;type=HOME:new@example.vn'));
});

test('the last line of a group takes its label along, and a new label makes a new group', () => {
  const card = cardOf('VERSION:3.0', 'FN:A', 'item3.TEL:1', 'item3.X-ABLabel:Zalo', 'X-A:1');
  expect(text(editCard(card, { phones: [] }))).toBe(text(cardOf('VERSION:3.0', 'FN:A', 'X-A:1')));
  const added = [
    { label: 'Zalo', value: '1' },
    { label: 'Viber', value: '2' },
  ];
  expect(text(editCard(card, { phones: added }))).toBe(
    text(
      cardOf(
        'VERSION:3.0',
        'FN:A',
        'item3.TEL:1',
        'item4.TEL:2',
        'item4.X-ABLabel:Viber',
        'item3.X-ABLabel:Zalo',
        'X-A:1',
      ),
    ),
  );
});

test('what comes first is preferred no less than what was marked so', () => {
  const card = cardOf('VERSION:3.0', 'FN:A', 'TEL;TYPE="Sếp",PREF:1', 'TEL;TYPE=HOME:2');
  const [one, two] = readCard(card).fields.phones;
  if (one === undefined || two === undefined) throw new Error('two numbers');
  expect(text(editCard(card, { phones: [two, one] }))).toBe(
    text(cardOf('VERSION:3.0', 'FN:A', 'TEL;TYPE=HOME:2', 'TEL;TYPE=Sếp:1')),
  );
});

test('a card of version 2.1 is written in its own manner', () => {
  const card = cardOf('VERSION:2.1', 'N:Nam', 'TEL;CELL:1');
  const edited = editCard(card, {
    ...{ full_name: 'Nam Đỗ', notes: 'one\ntwo', title: 'a;b' },
    emails: [{ label: 'work', value: 'a@b.vn' }],
  });
  expect(text(edited)).toBe(
    text(
      cardOf(
        ...['VERSION:2.1', 'N:Nam', 'TEL;CELL:1'],
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Nam =C4=90=E1=BB=97',
        'TITLE:a\\;b',
        'NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo',
        'EMAIL;INTERNET;WORK:a@b.vn',
      ),
    ),
  );
});

test('REV says when, where a card has one and changes', () => {
  const at = new Date('2026-11-20T02:03:04.567Z');
  const later = (version: string) =>
    text(
      editCard(cardOf(`VERSION:${version}`, 'FN:A', 'REV:20200101T000000Z'), { title: 'B' }, undefined, {
        at,
      }),
    );
  expect(later('3.0')).toContain('REV:2026-11-20T02:03:04Z\n');
  expect(later('4.0')).toContain('REV:20261120T020304Z\n');
  expect(text(editCard(cardOf('VERSION:3.0', 'FN:A'), { title: 'B' }, undefined, { at }))).not.toContain(
    'REV',
  );
});

test.each(['2.1', '3.0', '4.0'])('a picture is put, replaced and removed in version %s', (version) => {
  const card = cardOf(`VERSION:${version}`, 'N:A', 'FN:A', 'X-A:1');
  const one = { bytes: Buffer.from(PIXEL, 'base64'), type: 'image/png' };
  const two = { bytes: Buffer.concat([one.bytes, Buffer.alloc(5000, 7)]), type: 'image/png' };
  const withOne = editCard(card, {}, one);
  expect(readCard(withOne).photo).toEqual(one);
  expect(editCard(withOne, {}, one)).toBe(withOne);
  const withTwo = editCard(withOne, {}, two);
  expect(readCard(withTwo).photo).toEqual(two);
  expect(
    Math.max(
      ...withTwo
        .toString()
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(76);
  const without = editCard(withTwo, {}, null);
  expect(readCard(without).photo).toBeNull();
  expect(linesExcept(without, [''])).toEqual(linesExcept(card, ['']));
});

test('an edit that makes a card too large is refused', () => {
  const bytes = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(900_000)]);
  const card = cardOf('VERSION:3.0', 'N:A', 'FN:A');
  expect(() => editCard(card, {}, { bytes, type: 'image/png' })).toThrow(
    expect.objectContaining({ problem: 'too_large', field: 'photo' }),
  );
});

test('an edit that makes too many properties is refused', () => {
  const card = cardOf('VERSION:3.0', 'FN:A', ...Array(LIMITS.contactProperties - 2).fill('X-A:1'));
  expect(readCard(editCard(card, { full_name: 'B' })).fields.full_name).toBe('B');
  expect(() => editCard(card, { title: 'B' })).toThrow(
    expect.objectContaining({ problem: 'too_many_properties' }),
  );
});

test('a card in UTF-16 stays as it is until it is changed', () => {
  const wide = Buffer.from(`\ufeff${cardOf('VERSION:3.0', 'FN:Lệ Thủy').toString()}`, 'utf16le');
  expect(editCard(wide, { full_name: 'Lệ Thủy' })).toBe(wide);
  expect(readCard(editCard(wide, { title: 'Nghệ sĩ' })).fields).toMatchObject({
    ...{ full_name: 'Lệ Thủy', title: 'Nghệ sĩ' },
  });
});
