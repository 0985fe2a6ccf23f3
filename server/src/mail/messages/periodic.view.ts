import type { PeriodicState } from '@bocau/contract/messages.ts';
import type { PeriodicRow } from './messages.store.ts';
import { nextDates } from './periodic-dates.ts';

const DATES_SHOWN = 5;

export function periodicView({ rule, time_zone, state, next_at, sent_count }: PeriodicRow): PeriodicState {
  const progress = { after: (next_at ?? 0) - 1, sentCount: sent_count };
  const next_dates = next_at === null ? [] : nextDates(rule, time_zone, progress, DATES_SHOWN);
  return { ...rule, time_zone, next_dates, state, sent_count };
}
