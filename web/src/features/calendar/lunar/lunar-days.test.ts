import type { LunarDay } from '@bocau/contract/lunar-calendar.ts';
import { expect, test } from 'vitest';
import { lunarOf, yearName } from './lunar-days.ts';

test('CL-140 years have their names of sixty', () => {
  expect([1900, 1984, 2025, 2026, 2044].map(yearName)).toEqual([
    ...['Canh Tý', 'Giáp Tý', 'Ất Tỵ', 'Bính Ngọ', 'Giáp Tý'],
  ]);
});

test('CL-140 a day has its lunar day, and none outside of the years that are known', () => {
  expect(lunarOf('2026-02-17')).toEqual<LunarDay>({ year: 2026, month: 1, day: 1, leap: false });
  expect(lunarOf('2101-01-01')).toBeNull();
});
