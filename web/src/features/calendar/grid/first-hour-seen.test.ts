import { expect, test } from 'vitest';
import { firstHourSeen } from './first-hour-seen.ts';

test('CV-1 the hours begin to be seen in the morning, also where today is not among the days', () => {
  expect(firstHourSeen(null, 12)).toBe(7);
  expect(firstHourSeen(9.5, 12)).toBe(7);
});

test('CV-1 the hour that it is can be seen, early and late', () => {
  for (const hour of [0.1, 3, 6.9, 18.5, 21, 23.8]) {
    const first = firstHourSeen(hour, 12);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(hour).toBeGreaterThanOrEqual(first);
    expect(hour).toBeLessThan(first + 12);
  }
});

test('without a layout it is the morning', () => {
  expect(firstHourSeen(23, Number.NaN)).toBe(7);
});
