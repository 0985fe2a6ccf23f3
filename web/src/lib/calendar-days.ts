/** Arithmetic of days as a calendar on the wall shows them: `2026-11-20`, without any time zone. */

export const DAY_MS = 24 * 3600 * 1000;
const WEEK = 7;

/** The start of a day, as if the wall were in Greenwich. */
export function wallOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function dayOfWall(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return dayOfWall(wallOfDay(day) + days * DAY_MS);
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((wallOfDay(to) - wallOfDay(from)) / DAY_MS);
}

/** From 0 for Monday. */
export function weekdayOf(day: string): number {
  return (new Date(wallOfDay(day)).getUTCDay() + WEEK - 1) % WEEK;
}

/** The first day of a week, which begins on Monday unless another weekday is given. */
export function weekStartOf(day: string, first = 0): string {
  return addDays(day, -((weekdayOf(day) - first + WEEK) % WEEK));
}

export function daysFrom(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(day, at));
}

/** `2026-11` of a day in it. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function firstOfMonth(day: string): string {
  return `${monthOf(day)}-01`;
}

export function lastOfMonth(day: string): string {
  return addDays(addMonths(firstOfMonth(day), 1), -1);
}

/** The same day of another month, or its last one where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dayOfWall(first.getTime() + (Math.min(date, last) - 1) * DAY_MS);
}

/** The months that have a day from `from` to `to`. */
export function monthsWithin(from: string, to: string): string[] {
  const months: string[] = [];
  for (let day = firstOfMonth(from); day <= to; day = addMonths(day, 1)) months.push(monthOf(day));
  return months;
}

/** The number of a week by ISO 8601: the first has the first Thursday of the year. */
export function weekNumberOf(day: string): number {
  const thursday = addDays(weekStartOf(day), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / WEEK) + 1;
}
