import { dayOf } from '../dates/local-days.ts';

const DAY_SECONDS = 24 * 3600;

/** The latest expiry day of a link by the organisation's rules; null: any. */
export function latestLinkDay(days: number | null, now: number): string | null {
  return days === null ? null : dayOf(now + days * DAY_SECONDS);
}
