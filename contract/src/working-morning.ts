import { momentOf, shownAt } from './zoned-time.ts';

const DAY_MS = 24 * 3600 * 1000;
const MORNING_MINUTE = 8 * 60;
const SATURDAY = 5;

/** FU-12: eight in the morning so many days after a moment, or of the Monday after a weekend; both in Unix seconds. */
export function workingMorning(now: number, days: number, zone: string): number {
  const day = Math.floor(shownAt(now * 1000, zone) / DAY_MS) + days;
  // 1 January 1970 was a Thursday.
  const weekday = (day + 3) % 7;
  return momentOf(weekday < SATURDAY ? day : day + 7 - weekday, MORNING_MINUTE, zone) / 1000;
}
