import { expect, test } from 'vitest';
import { rowsInView } from './rows-in-view.ts';

const list = { offset: 0, size: 400, beside: 8, count: 100, height: 40, always: -1 };

test('of a long list the rows in view are drawn, and as many on either side as are asked for', () => {
  expect(bounds({ ...list })).toEqual([0, 17]);
  expect(bounds({ ...list, beside: 0 })).toEqual([0, 9]);
  expect(bounds({ ...list, offset: 1000 })).toEqual([17, 42]);
  expect(bounds({ ...list, offset: 3600 })).toEqual([82, 99]);
});

test('rows that are in view by a part are drawn too', () => {
  expect(bounds({ ...list, offset: 1010 })).toEqual([17, 43]);
});

test('the row of the cursor is drawn wherever it is, in its place', () => {
  expect(rowsInView({ ...list, always: 70 }).at(-1)).toBe(70);
  expect(rowsInView({ ...list, offset: 2000, always: 3 })[0]).toBe(3);
  expect(rowsInView({ ...list, always: 5 })).toEqual(rowsInView(list));
});

test('a list that has become short, or empty, has no rows beyond its end', () => {
  expect(rowsInView({ ...list, count: 2 })).toEqual([0, 1]);
  expect(rowsInView({ ...list, count: 0, always: 4 })).toEqual([]);
  expect(rowsInView({ ...list, offset: 3600, count: 3, always: 1 })).toEqual([1]);
  expect(rowsInView({ ...list, offset: 3600, count: 3, always: 7 })).toEqual([]);
});

function bounds(view: Parameters<typeof rowsInView>[0]): number[] {
  const rows = rowsInView(view);
  expect(rows).toHaveLength((rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1);
  return [rows[0] as number, rows.at(-1) as number];
}
