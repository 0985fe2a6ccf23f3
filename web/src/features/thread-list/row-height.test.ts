import { expect, test } from 'vitest';
import { rowHeight } from './row-height.ts';

test.each([
  ['comfortable', false, false, 40],
  ['comfortable', true, false, 68],
  ['compact', false, false, 32],
  ['compact', true, false, 52],
  ['compact', false, true, 40],
  ['compact', true, true, 52],
] as const)('a %s row (in lines: %s, by touch: %s) is %i px high', (density, tall, touch, height) => {
  expect(rowHeight(density, tall, touch)).toBe(height);
});
