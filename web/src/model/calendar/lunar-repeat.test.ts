import { expect, test } from 'vitest';
import {
  FIRST_AND_FIFTEENTH,
  firstOf,
  isOnRule,
  lunarRuleAt,
  lunarRuleMoved,
  lunarRuleOn,
  nextOf,
} from './lunar-repeat.ts';

test('CL-143 a rule of a day is that of its lunar day, and its next days are told', () => {
  const rule = lunarRuleOn('year', '2026-04-28');
  expect(rule).toEqual({ every: 'year', month: 3, days: [12], until: null });
  expect(rule && nextOf(rule, '2026-04-28', 3)).toEqual(['2027-04-18', '2028-04-06', '2029-04-25']);
  expect(lunarRuleOn('month', '2026-04-28')).toMatchObject({ month: null, days: [12] });
  expect(lunarRuleOn('year', '2150-01-01')).toBeNull();
});

test('CL-143 the first and the fifteenth begin with the next of them', () => {
  expect(firstOf(FIRST_AND_FIFTEENTH, '2026-11-20')).toBe('2026-11-23');
  expect(firstOf(FIRST_AND_FIFTEENTH, '2026-11-23')).toBe('2026-11-23');
  expect(isOnRule(FIRST_AND_FIFTEENTH, '2026-11-24')).toBe(false);
});

test('CL-143 a rule of one day goes with a series that is moved, and stays on a day that is its own', () => {
  expect(lunarRuleMoved('RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=12', '2026-04-30')).toBe(
    'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14',
  );
  // The last of a month of 29 days is of the rule of the 30th.
  const eve = { every: 'year' as const, month: 12, days: [30], until: null };
  expect(lunarRuleAt(eve, '2026-02-16')).toEqual(eve);
  expect(lunarRuleAt(FIRST_AND_FIFTEENTH, '2026-11-20')).toEqual(FIRST_AND_FIFTEENTH);
});
