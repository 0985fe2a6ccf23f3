import type { PeriodicRule, PeriodicState } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { nextDates } from '../periodic/periodic-dates.ts';

export type PeriodicRow = {
  rule: PeriodicRule;
  time_zone: string;
  state: PeriodicState['state'];
  next_at: number | null;
  sent_count: number;
};

const DATES_SHOWN = 5;

/** Of the message `m` of the query around it. */
export const PERIODIC = sql`(
  select json_build_object('rule', p.rule, 'time_zone', p.time_zone, 'state', p.state, 'next_at', p.next_at,
    'sent_count', p.sent_count)
  from periodic_sends p where p.mailbox_id = m.mailbox_id and p.message_id = m.id)`;

export function periodicView({ rule, time_zone, state, next_at, sent_count }: PeriodicRow): PeriodicState {
  const progress = { after: (next_at ?? 0) - 1, sentCount: sent_count };
  const next_dates = next_at === null ? [] : nextDates(rule, time_zone, progress, DATES_SHOWN);
  return { ...rule, time_zone, next_dates, state, sent_count };
}
