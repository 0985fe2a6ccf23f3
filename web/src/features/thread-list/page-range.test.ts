import { expect, test } from 'vitest';
import { pageInstead, pageRange } from './page-range.ts';

test('TL-6 the first of three pages leads to the next and the oldest', () => {
  expect(pageRange(1, 50, 50, 120, false)).toEqual({
    from: 1,
    to: 50,
    total: 120,
    newest: null,
    previous: null,
    next: 2,
    oldest: 3,
  });
});

test('TL-6 the last page leads back', () => {
  expect(pageRange(3, 50, 20, 120, false)).toMatchObject({
    from: 101,
    to: 120,
    newest: 1,
    previous: 2,
    next: null,
    oldest: null,
  });
});

test.each([0, 1, 50])('TL-6 one page of %d threads leads nowhere', (count) => {
  expect(pageRange(1, 50, count, count, false)).toMatchObject({
    from: count > 0 ? 1 : 0,
    to: count,
    newest: null,
    previous: null,
    next: null,
    oldest: null,
  });
});

test('TL-6 past the end the way back leads to the last page there is', () => {
  expect(pageRange(9, 50, 0, 120, false)).toMatchObject({
    from: 0,
    to: 0,
    newest: 1,
    previous: 3,
    next: null,
  });
});

test('TL-6 where the total is capped, the oldest page is not known, and a full page has a next', () => {
  expect(pageRange(20, 50, 50, 1000, true)).toMatchObject({ next: 21, oldest: null, previous: 19 });
  expect(pageRange(21, 50, 12, 1000, true)).toMatchObject({ next: null });
});

test.each([
  ['the first page, which says that the list is empty', 1, 0, false, null],
  ['a page that the next ones move up to', 2, 151, false, null],
  ['the last page, to the one before', 4, 150, false, 3],
  ['a page far past the end', 9, 120, false, 3],
  ['a later page of a list that is empty', 3, 0, false, 1],
  ['a page of a search whose end is not known', 21, 1000, true, 20],
])('TL-18 an emptied page leads on: %s', (_what, page, total, capped, instead) => {
  expect(pageInstead(page, 50, total, capped)).toBe(instead);
});
