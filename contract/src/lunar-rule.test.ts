import { expect, test } from 'vitest';
import { lunarDates, parseLunarRule, writeLunarRule } from './lunar-rule.ts';

const DAY_MS = 24 * 3600 * 1000;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

function dates(text: string, from: string, to: string): string[] {
  const rule = parseLunarRule(text);
  if (!rule) throw new Error(`${text} is no rule`);
  expect(writeLunarRule(rule)).toBe(text);
  return lunarDates(rule, dayOf(from) - 1, dayOf(to)).map((day) =>
    new Date(day * DAY_MS).toISOString().slice(0, 10),
  );
}

test('CL-143 a day of a lunar year is on its day of each year, never in a leap month', () => {
  const giỗ = 'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=12';
  expect(dates(giỗ, '2024-01-01', '2027-12-31')).toEqual([
    // 2025 has a leap sixth month from 25 July on.
    ...['2024-07-17', '2025-07-06', '2026-07-25', '2027-07-15'],
  ]);
});

test('CL-143 the first and the fifteenth of each month, leap months too', () => {
  const both = 'RSCALE=VIETNAMESE;FREQ=MONTHLY;BYMONTHDAY=1,15';
  expect(dates(both, '2025-06-20', '2025-09-10')).toEqual([
    ...['2025-06-25', '2025-07-09', '2025-07-25', '2025-08-08', '2025-08-23', '2025-09-06'],
  ]);
});

test('CL-143 the 30th of a month of 29 days is its last, and a rule ends with its last day', () => {
  const eve = 'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30';
  expect(dates(eve, '2024-01-01', '2027-12-31')).toEqual([
    ...['2024-02-09', '2025-01-28', '2026-02-16', '2027-02-05'],
  ]);
  expect(dates(`${eve};UNTIL=20260215`, '2024-01-01', '2027-12-31')).toEqual(['2024-02-09', '2025-01-28']);
});

test.each([
  'FREQ=YEARLY',
  'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTHDAY=1',
  'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1',
  'RSCALE=VIETNAMESE;FREQ=MONTHLY;BYMONTHDAY=31',
  'RSCALE=VIETNAMESE;FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6',
  'RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1',
])('CL-143 %s is no rule', (text) => {
  expect(parseLunarRule(text)).toBeNull();
});
