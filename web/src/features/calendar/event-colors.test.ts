import { expect, test } from 'vitest';
import { CALENDAR_COLORS, isDarkColor } from './event-colors.ts';

test('CW-7 the text on every colour that is offered is white, and on a light one black', () => {
  expect(Object.values(CALENDAR_COLORS).every(isDarkColor)).toBe(true);
  expect(['#ffe08a', '#ffffff', '#9fd356'].some(isDarkColor)).toBe(false);
});
