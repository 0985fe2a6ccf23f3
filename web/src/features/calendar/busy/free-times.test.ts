import { expect, test } from 'vitest';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { clockOf } from '../../../model/calendar/occurrence-times.ts';
import { freeTimes, spansOn } from './free-times.ts';

const DAY = '2026-11-20';
const wall = (hour: number) => wallOfDay(DAY) + (hour / 24) * DAY_MS;
const told = (spans: { start: number }[]) => spans.map(({ start }) => clockOf(start));

test('CV-11 free times lie within office hours, after now, and where nobody is busy', () => {
  const taken = [
    { start: wall(8), end: wall(9.25) },
    { start: wall(11), end: wall(17) },
  ];
  expect(told(freeTimes(DAY, taken, 60, 0))).toEqual(['09:30', '10:00', '17:00']);
  expect(told(freeTimes(DAY, taken, 30, wall(16)))).toEqual(['17:00', '17:30']);
  expect(freeTimes(DAY, [], 30, 0)).toHaveLength(20);
});

test('CV-11 busy times are cut to the day by the clock of who looks', () => {
  const late = { at: Date.UTC(2026, 10, 20, 15) / 1000, until: Date.UTC(2026, 10, 21, 2) / 1000 };
  const spans = spansOn(DAY, [{ ...late, tentative: false }], 'Asia/Ho_Chi_Minh');
  expect(spans).toEqual([{ start: wall(22), end: wall(24), tentative: false }]);
  expect(spansOn('2026-11-19', [{ ...late, tentative: false }], 'Asia/Ho_Chi_Minh')).toEqual([]);
});
