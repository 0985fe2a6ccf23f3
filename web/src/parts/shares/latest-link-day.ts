import { dayOf } from '../dates/local-days.ts';

const DAY_SECONDS = 24 * 3600;

/** The last day on which a link may end by the rules of the organisation; null: any. */
export function latestLinkDay(days: number | null, now: number): string | null {
  return days === null ? null : dayOf(now + days * DAY_SECONDS);
}
