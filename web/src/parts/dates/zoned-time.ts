import { momentOf, shownAt } from '@bocau/contract/zoned-time.ts';

/** Wall time: `YYYY-MM-DD` and `HH:mm`. */
export type WallTime = { day: string; time: string };

const DAY_MS = 24 * 3600 * 1000;

/** The wall time of a zone at a moment. */
export function wallAt(unixSeconds: number, zone: string): WallTime {
  const shown = new Date(shownAt(unixSeconds * 1000, zone)).toISOString();
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** The moment (unix seconds) of a wall time in a zone; null for an invalid date or time. */
export function momentOfWall({ day, time }: WallTime, zone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null;
  const shown = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(shown)) return null;
  const days = Math.floor(shown / DAY_MS);
  return momentOf(days, (shown - days * DAY_MS) / 60_000, zone) / 1000;
}

/** The calendar day so many days later. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
