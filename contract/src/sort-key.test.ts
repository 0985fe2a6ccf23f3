import { expect, test } from 'vitest';
import { sortKey } from './sort-key.ts';

test('numbers within names are sorted by their value', () => {
  const names = ['Quý 10', 'Quý 9', 'Quý 1'];
  expect(names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(['Quý 1', 'Quý 9', 'Quý 10']);
});
