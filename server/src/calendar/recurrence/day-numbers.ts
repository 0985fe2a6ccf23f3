import type { Weekday } from './rule.ts';

/** Days are counted since 1 January 1970, in the Gregorian calendar, whatever a clock says. */
const DAY_MS = 24 * 3600 * 1000;

export function dayOf(year: number, month: number, day: number): number {
  // Months beyond 1 to 12 and days beyond a month are those of the next or last one.
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

export function dateOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function weekdayOf(day: number): Weekday {
  // 1 January 1970 was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) as Weekday;
}

/** The first day of the week that a day is in. */
export function weekOf(day: number, weekStart: Weekday): number {
  return day - ((weekdayOf(day) - weekStart + 7) % 7);
}

/** The number of a day's week, from the start of the year that has most of its days and from that year's end (-1 is the last). */
export function weekNumbersOf(day: number, weekStart: Weekday): [number, number] {
  const week = weekOf(day, weekStart);
  const { year } = dateOf(week + 3);
  const first = firstWeek(year, weekStart);
  return [(week - first) / 7 + 1, (week - firstWeek(year + 1, weekStart)) / 7];
}

/** The first week that has four days and more in its year. */
function firstWeek(year: number, weekStart: Weekday): number {
  return weekOf(dayOf(year, 1, 4), weekStart);
}
