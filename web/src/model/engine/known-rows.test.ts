import { expect, test } from 'vitest';
import { indexIn, sameRows, withMore } from './known-rows.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('a row that comes with two pages is listed once, where it was first', () => {
  const first = rows('a', 'b');
  const longer = withMore(first, rows('b', 'c'));
  expect(longer.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(['a', 'c', 'd'].map((id) => indexIn(longer, id))).toEqual([0, 2, -1]);
  expect(['a', 'c'].map((id) => indexIn(first, id))).toEqual([0, -1]);
});

test('rows are the same when each is the same object', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  expect(sameRows([a, b], [a, b])).toBe(true);
  expect(sameRows([a], [a, b])).toBe(false);
  expect(sameRows([a], [{ id: 'a' }])).toBe(false);
});
