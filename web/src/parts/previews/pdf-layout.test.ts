import { expect, test } from 'vitest';
import { anchorAt, pageAt, pageTops, placeOf } from './pdf-layout.ts';

const UPRIGHT = { width: 600, height: 800 };
const WIDE = { width: 800, height: 600 };
const PAGES = [UPRIGHT, WIDE, UPRIGHT];

test('each page begins below the one before, whatever its shape', () => {
  expect(pageTops(PAGES, 600)).toEqual([16, 832, 1298]);
});

test.each([
  [0, 1],
  [16, 1],
  [831, 1],
  [832, 2],
  [1297, 2],
  [1298, 3],
  [99_999, 3],
])('at %i is page %i', (y, page) => {
  expect(pageAt(pageTops(PAGES, 600), y)).toBe(page);
});

test.each([16, 400, 900, 1700])('what is read at %i is still there when the pages are larger', (y) => {
  const anchor = anchorAt(PAGES, 600, y);
  expect(placeOf(PAGES, 600, anchor)).toBeCloseTo(y);
  expect(anchorAt(PAGES, 1200, placeOf(PAGES, 1200, anchor))).toEqual({
    page: anchor.page,
    part: expect.closeTo(anchor.part),
  });
});
