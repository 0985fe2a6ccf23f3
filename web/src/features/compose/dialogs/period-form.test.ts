import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { periodicRule } from '@bocau/contract/messages.ts';
import { expect, it } from 'vitest';
import { formOfRule, newPeriodForm, type PeriodForm, ruleOfForm, startsTooSoon } from './period-form.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-20T09:20:00Z') / 1000;
const form = (change: Partial<PeriodForm>) => ({ ...newPeriodForm(NOW, ZONE), ...change });

it('PE-1 begins with a rule that is whole: tomorrow, each week, ten times', () => {
  expect(ruleOfForm(form({}))).toEqual({
    period: { by_week: { every_x_weeks: 1, weekdays: [5] } },
    time_send: '08:00',
    start_day: '2026-11-21',
    end_after: 10,
  });
});

it('PE-4 begins with a rule that can be sent, however late it is in the day', () => {
  const late = Date.parse('2026-11-20T23:58:00+07:00') / 1000;
  expect(startsTooSoon(newPeriodForm(late, ZONE), late, ZONE)).toBe(false);
});

it('PE-1 gives no rule while a required field is empty or wrong', () => {
  const faults: Partial<PeriodForm>[] = [
    { every: '' },
    { every: '0' },
    { every: '1.5' },
    { weekdays: [] },
    { time: '' },
    { start: '' },
    { endAfter: '' },
    { end: 'day', endDay: '' },
    { cycle: 'month', day: '32' },
    { cycle: 'year', day: '' },
  ];
  for (const fault of faults) expect(ruleOfForm(form(fault)), JSON.stringify(fault)).toBeNull();
});

it('PE-2 PE-3 writes each kind of period as the server reads it, and reads it back', () => {
  const end = { time_send: '08:30', start_day: '2026-12-01', end_after: 3 };
  const rules: PeriodicRule[] = [
    { period: { by_days: 3 }, ...end },
    { period: { by_week: { every_x_weeks: 2, weekdays: [0, 4] } }, ...end },
    { period: { by_month: { every_x_month: 1, day: 31 } }, ...end },
    { period: { by_month: { every_x_month: 2, weekday_of_month: [5, 4] } }, ...end },
    { period: { by_year: { month: 2, day: 29 } }, ...end },
    { period: { by_year: { month: 9, weekday_of_month: [1, 0] } }, ...end },
    { period: { by_days: 1 }, time_send: '08:30', start_day: '2026-12-01', end_day: '2027-01-31' },
  ];
  for (const rule of rules) {
    expect(ruleOfForm(formOfRule(rule, NOW, ZONE))).toEqual(rule);
    expect(periodicRule.safeParse(rule).success).toBe(true);
  }
});

it('PE-4 wants the start three minutes ahead on the wall of the zone', () => {
  const start = '2026-11-20';
  expect(startsTooSoon(form({ start, time: '16:22' }), NOW, ZONE)).toBe(true);
  expect(startsTooSoon(form({ start, time: '16:23' }), NOW, ZONE)).toBe(false);
});
