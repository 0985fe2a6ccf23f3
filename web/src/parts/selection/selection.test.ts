import { describe, expect, test } from 'vitest';
import {
  extend,
  NOTHING_PICKED,
  pickedRows,
  type Selection,
  toggle,
  toggleRange,
  withNewRows,
} from './selection.ts';

type Row = { id: string; unread: boolean };
const row = (id: string, unread = false): Row => ({ id, unread });
const threads = [row('a', true), row('b'), row('c', true), row('d'), row('e', true)];
/** The pick of a menu: all rows, or those that match. */
const pick = (rows: readonly Row[], which: 'all' | 'unread'): Selection => ({
  ...NOTHING_PICKED,
  ids: new Set(rows.filter(({ unread }) => which === 'all' || unread).map(({ id }) => id)),
});
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

describe('picking with the mouse', () => {
  test('a click picks a row, and lets it go again', () => {
    const once = toggle(NOTHING_PICKED, threads, 'b');
    expect(ids(once)).toBe('b');
    expect(ids(toggle(once, threads, 'b'))).toBe('');
  });

  test.each([
    ['down', 'b', 'd', 'bcd'],
    ['up', 'd', 'a', 'abcd'],
    ['on itself', 'c', 'c', ''],
  ])('TL-2 Shift-click %s takes the range from the last row', (_, from, to, picked) => {
    expect(ids(toggleRange(toggle(NOTHING_PICKED, threads, from), threads, to))).toBe(picked);
  });

  test('TL-2 Shift-click on a picked row lets the range go', () => {
    const all = { ...pick(threads, 'all'), anchor: 'b' };
    expect(ids(toggleRange(all, threads, 'd'))).toBe('ae');
  });

  test('TL-2 without a last row, or with one that has gone, Shift-click picks the one row', () => {
    expect(ids(toggleRange(NOTHING_PICKED, threads, 'c'))).toBe('c');
    expect(ids(toggleRange({ ...NOTHING_PICKED, anchor: 'gone' }, threads, 'c'))).toBe('c');
  });

  test('leaving one out of everything leaves the rest of the page', () => {
    const whole = { ...pick(threads, 'all'), whole: true };
    expect(toggle(whole, threads, 'c')).toMatchObject({ whole: false });
    expect(ids(toggle(whole, threads, 'c'))).toBe('abde');
  });
});

test('TL-1 what comes into a list of which everything is selected is selected with it', () => {
  const whole = { ...pick(threads.slice(1), 'all'), whole: true };
  expect(pickedRows(withNewRows(whole, threads), threads)).toEqual(threads);
  const page = { ...whole, whole: false };
  expect(withNewRows(page, threads)).toBe(page);
});

test('the cursor picks what it leaves and what it comes to', () => {
  const first = extend(NOTHING_PICKED, 'b', 'c');
  expect(ids(first)).toBe('bc');
  expect(ids(extend(first, 'c', 'd'))).toBe('bcd');
});

test('a row that has gone is not acted on', () => {
  expect(pickedRows(pick(threads, 'unread'), threads.slice(1)).map(({ id }) => id)).toEqual(['c', 'e']);
});
