import { shownAt } from '@bocau/contract/zoned-time.ts';

export type ReplyPeriod = { start_date: string; end_date: string | null };

/** VA-4: from the first second of the first day to the last second of the last one, in a time zone. */
export function isWithin(
  { start_date, end_date }: ReplyPeriod,
  unixSeconds: number,
  timeZone: string,
): boolean {
  const day = new Date(shownAt(unixSeconds * 1000, timeZone)).toISOString().slice(0, 10);
  return start_date <= day && (end_date === null || day <= end_date);
}
