import { expect, test } from 'vitest';
import { holidaysOf } from './holidays.ts';

const shown = (year: number, isOff: boolean) =>
  holidaysOf(year)
    .filter((holiday) => holiday.isOff === isOff)
    .map(({ day, name, number }) => `${day} ${name.split('.').at(-1)}${number ?? ''}`);

test('CL-141 the days off of 2026 are those that the law names, Tết with its eve', () => {
  expect(shown(2026, true)).toEqual([
    '2026-01-01 newYear',
    '2026-02-16 eve',
    '2026-02-17 tet',
    '2026-02-18 tetDay2',
    '2026-02-19 tetDay3',
    '2026-02-20 tetDay4',
    '2026-04-26 hungKings',
    '2026-04-30 reunification',
    '2026-05-01 labour',
    '2026-09-02 nationalDay',
    '2026-11-24 culture',
  ]);
});

test('CL-141 days that are observed stand on their days of both calendars', () => {
  expect(shown(2025, false)).toEqual([
    '2025-01-22 kitchenGods',
    '2025-02-12 lantern',
    '2025-03-08 women',
    '2025-05-31 doanNgo',
    '2025-06-01 children',
    '2025-09-06 vuLan',
    '2025-10-06 midAutumn',
    '2025-10-20 vietnameseWomen',
    '2025-11-20 teachers',
  ]);
});

test.each([
  [2007, '2007-02-17'],
  [2023, '2023-01-22'],
  [2030, '2030-02-02'],
  [2053, '2053-02-18'],
])('CL-141 Tết of %i is %s, by the moon over Vietnam', (year, day) => {
  expect(holidaysOf(year).find(({ name }) => name === 'calendar.holidays.tet')?.day).toBe(day);
});
