import { expect, test } from 'vitest';
import { indexOfKey } from './index-of-key.ts';

const LIST = { at: 4, count: 20, page: 5 };
const TILES = { ...LIST, columns: 3 };
const NO_CURSOR = { ...LIST, at: -1 };

test.each([
  ['ArrowDown', LIST, 5],
  ['ArrowUp', LIST, 3],
  ['ArrowRight', LIST, null],
  ['Enter', LIST, null],
  ['Home', LIST, 0],
  ['End', LIST, 19],
  ['PageDown', LIST, 9],
  ['PageUp', LIST, 0],
  ['ArrowDown', TILES, 7],
  ['ArrowLeft', TILES, 3],
  ['PageDown', TILES, 19],
  ['ArrowDown', NO_CURSOR, 0],
  ['ArrowUp', NO_CURSOR, 0],
  ['PageDown', NO_CURSOR, 4],
  ['ArrowUp', { ...NO_CURSOR, begin: () => 7 }, 7],
  ['End', { ...NO_CURSOR, begin: () => 7 }, 19],
])('%s leads from %o to %o', (key, grid, to) => {
  expect(indexOfKey(key, grid)).toBe(to);
});
