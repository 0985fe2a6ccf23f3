import type { Period, PeriodicRule } from '@bocau/contract/messages.ts';
import { momentOf } from '@bocau/contract/zoned-time.ts';

const DAY_MS = 24 * 3600 * 1000;
/** No rule is followed further than this from its start. */
const DAYS_LOOKED_AT = 400 * 366;
const LAST_WEEK = 5;

/** How far a periodic send has come. */
export type Progress = {
  /** Only dates later than this (Unix seconds). */
  after: number;
  sentCount: number;
};

/** The next dates of a rule as Unix seconds, at most as many as asked for. */
export function nextDates(
  rule: PeriodicRule,
  timeZone: string,
  { after, sentCount }: Progress,
  count: number,
): number[] {
  const minute = minuteOf(rule.time_send);
  const left = rule.end_after ? rule.end_after - sentCount : Number.POSITIVE_INFINITY;
  const wanted = Math.min(count, left);
  const dates: number[] = [];
  // A day of slack, because a zone may be a day ahead of UTC.
  const earliest = Math.floor((after * 1000) / DAY_MS) - 2;
  for (const day of ruleDays(rule, earliest)) {
    if (dates.length >= wanted) break;
    const date = Math.floor(momentOf(day, minute, timeZone) / 1000);
    if (date > after) dates.push(date);
  }
  return dates;
}

/** The last date of a rule; of one without an end, beyond all others. */
export function lastDate(rule: PeriodicRule, timeZone: string, progress: Progress): number {
  if (!rule.end_day && !rule.end_after) return Number.POSITIVE_INFINITY;
  return nextDates(rule, timeZone, progress, Number.POSITIVE_INFINITY).at(-1) ?? progress.after;
}

/** When a rule begins: the first moment at which it could send. */
export function startOf(rule: PeriodicRule, timeZone: string): number {
  return Math.floor(momentOf(dayNumber(rule.start_day), minuteOf(rule.time_send), timeZone) / 1000);
}

/** Whether the calendar has such a day. */
export function isCalendarDay(text: string): boolean {
  const day = dayNumber(text);
  return Number.isFinite(day) && new Date(day * DAY_MS).toISOString().startsWith(text);
}

/** The days of a rule in order, as days since 1970; those before `earliest` are passed over. */
function* ruleDays(rule: PeriodicRule, earliest: number): Generator<number> {
  const start = dayNumber(rule.start_day);
  const end = Math.min(rule.end_day ? dayNumber(rule.end_day) : Infinity, start + DAYS_LOOKED_AT);
  for (const day of periodDays(rule.period, start)) {
    if (day > end) return;
    if (day >= Math.max(start, earliest)) yield day;
  }
}

/** Without an end, and perhaps beginning before the start. */
function* periodDays(period: Period, start: number): Generator<number> {
  if ('by_days' in period) {
    for (let day = start; ; day += period.by_days) yield day;
  } else if ('by_week' in period) {
    const { every_x_weeks, weekdays } = period.by_week;
    const inOrder = [...new Set(weekdays)].sort((a, b) => a - b);
    for (let monday = start - weekdayOf(start); ; monday += 7 * every_x_weeks) {
      for (const weekday of inOrder) yield monday + weekday;
    }
  } else if ('by_month' in period) {
    const { every_x_month, ...which } = period.by_month;
    for (let month = monthOf(start); ; month += every_x_month) yield dayInMonth(month, which);
  } else {
    const { month, ...which } = period.by_year;
    const year = Math.floor(monthOf(start) / 12);
    for (let at = year * 12 + month - 1; ; at += 12) yield dayInMonth(at, which);
  }
}

type WhichDay = { day?: number | undefined; weekday_of_month?: [number, number] | undefined };

/** A day that a month does not have falls on its last one. */
function dayInMonth(month: number, { day, weekday_of_month }: WhichDay): number {
  const first = firstOf(month);
  const last = firstOf(month + 1) - 1;
  if (!weekday_of_month) return Math.min(first + (day ?? 1) - 1, last);
  const [week, weekday] = weekday_of_month;
  if (week === LAST_WEEK) return last - ((weekdayOf(last) - weekday + 7) % 7);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (week - 1) * 7;
}

/** Months since the year 0. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstOf(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS;
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}
