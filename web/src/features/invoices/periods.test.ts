import { expect, test } from 'vitest';
import { monthsBack, quartersBack, yearsBack } from './periods.ts';

test('IV-26 months, quarters and years go back from today over the turn of a year', () => {
  const today = new Date(2026, 1, 28);
  expect(monthsBack(today, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(quartersBack(today, 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3']);
  expect(yearsBack(today, 2)).toEqual(['2026', '2025']);
  expect(quartersBack(new Date(2026, 11, 31), 1)).toEqual(['2026-Q4']);
});
