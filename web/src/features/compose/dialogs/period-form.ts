import type { Period, PeriodicRule } from '@bocau/contract/messages.ts';
import { dayAfter, momentOfWall, wallAt, weekdayOf } from '../../../parts/dates/zoned-time.ts';
import { MORNING } from '../../../parts/times/picked-times.ts';

export const CYCLES = ['days', 'week', 'month', 'year'] as const;
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
/** 5 stands for the last week. */
export const WEEKS = [1, 2, 3, 4, 5] as const;
export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** The fields of the dialog; numbers are kept as typed. */
export type PeriodForm = {
  cycle: (typeof CYCLES)[number];
  every: string;
  weekdays: readonly number[];
  /** The day of a month or year: by its number, or by a weekday of a week. */
  by: 'day' | 'weekday';
  day: string;
  week: (typeof WEEKS)[number];
  weekday: number;
  month: number;
  time: string;
  start: string;
  end: 'after' | 'day';
  endAfter: string;
  endDay: string;
};

/** PE-4 */
const LEAST_AHEAD_SECONDS = 180;

export function newPeriodForm(now: number, zone: string): PeriodForm {
  const start = dayAfter(wallAt(now, zone).day, 1);
  return {
    cycle: 'week',
    every: '1',
    weekdays: [weekdayOf(start)],
    by: 'day',
    day: String(Number(start.slice(8))),
    week: 1,
    weekday: weekdayOf(start),
    month: Number(start.slice(5, 7)),
    time: MORNING,
    start,
    end: 'after',
    endAfter: '10',
    endDay: dayAfter(start, 90),
  };
}

export function formOfRule(rule: PeriodicRule, now: number, zone: string): PeriodForm {
  const form: PeriodForm = {
    ...newPeriodForm(now, zone),
    time: rule.time_send,
    start: rule.start_day,
    end: rule.end_day && !rule.end_after ? 'day' : 'after',
    ...(rule.end_day && { endDay: rule.end_day }),
    ...(rule.end_after && { endAfter: String(rule.end_after) }),
  };
  const { period } = rule;
  if ('by_days' in period) return { ...form, cycle: 'days', every: String(period.by_days) };
  if ('by_week' in period) {
    const { every_x_weeks, weekdays } = period.by_week;
    return { ...form, cycle: 'week', every: String(every_x_weeks), weekdays };
  }
  const monthly = 'by_month' in period ? period.by_month : period.by_year;
  const [week, weekday] = monthly.weekday_of_month ?? [form.week, form.weekday];
  return {
    ...form,
    ...('by_month' in period
      ? { cycle: 'month' as const, every: String(period.by_month.every_x_month) }
      : { cycle: 'year' as const, month: period.by_year.month }),
    by: monthly.weekday_of_month ? 'weekday' : 'day',
    day: String(monthly.day ?? form.day),
    week,
    weekday,
  };
}

/** PE-1: null where a required field is empty or invalid. */
export function ruleOfForm(form: PeriodForm): PeriodicRule | null {
  const period = periodOf(form);
  const endAfter = whole(form.endAfter, 9999);
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!period || !isDay(form.start) || !/^\d{2}:\d{2}$/.test(form.time)) return null;
  const rule = { period, time_send: form.time, start_day: form.start };
  if (form.end === 'day') return isDay(form.endDay) ? { ...rule, end_day: form.endDay } : null;
  return endAfter === null ? null : { ...rule, end_after: endAfter };
}

function periodOf({ cycle, every, weekdays, by, day, week, weekday, month }: PeriodForm): Period | null {
  const times = whole(every, 999);
  const ofMonth = whole(day, 31);
  const when =
    by === 'weekday'
      ? { weekday_of_month: [week, weekday] as [typeof week, number] }
      : ofMonth === null
        ? null
        : { day: ofMonth };
  if (cycle === 'year') return when && { by_year: { month, ...when } };
  if (times === null) return null;
  if (cycle === 'days') return { by_days: times };
  if (cycle === 'month') return when && { by_month: { every_x_month: times, ...when } };
  return weekdays.length === 0
    ? null
    : { by_week: { every_x_weeks: times, weekdays: weekdays.toSorted((a, b) => a - b) } };
}

/** PE-4: the chosen start is not far enough ahead. */
export function startsTooSoon({ start, time }: PeriodForm, now: number, zone: string): boolean {
  const moment = momentOfWall({ day: start, time }, zone);
  return moment !== null && moment < now + LEAST_AHEAD_SECONDS;
}

function whole(text: string, most: number): number | null {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= most ? number : null;
}
