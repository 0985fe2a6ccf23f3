import { expect, test } from 'vitest';
import { fullName, recipientsOf } from './recipients.ts';

const own = new Set(['lan.anh@saomai.example']);

const people = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Người ${index + from}`,
    email: `nguoi${index + from}@saomai.example`,
  }));

test('TD-3 up to seven recipients are named', () => {
  const { named, more } = recipientsOf({ to: people(5), cc: people(2, 6), bcc: [] }, own, 'tôi');
  expect({ names: named.map(({ name }) => name), more }).toEqual({
    names: ['Người 1', 'Người 2', 'Người 3', 'Người 4', 'Người 5', 'Người 6', 'Người 7'],
    more: 0,
  });
});

test('TD-3 of sixty recipients seven are named and 53 counted', () => {
  const { named, more } = recipientsOf({ to: people(60), cc: [], bcc: [] }, new Set(), 'tôi');
  expect([named.length, more]).toEqual([7, 53]);
});

test('the reader is called “me”, who has no name by the address', () => {
  const to = [
    { name: 'Lan Anh', email: 'Lan.Anh@saomai.example' },
    { name: '', email: 'kho@saomai.example' },
  ];
  const { named } = recipientsOf({ to, cc: [], bcc: [] }, own, 'tôi');
  expect(named.map(({ name }) => name)).toEqual(['tôi', 'kho']);
  expect(named.map(({ person }) => person)).toEqual(to);
  expect(fullName({ name: '', email: 'kho@saomai.example' })).toBe('kho@saomai.example');
});
