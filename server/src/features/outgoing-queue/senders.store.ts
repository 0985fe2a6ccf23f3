import { sql } from 'kysely';
import { slotOf } from '../../mail/trace/trace.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type SenderCounts = {
  sender: string;
  hour: number;
  day: number;
  /** Recipients that other servers permanently refused within the hour. */
  rejected: number;
  held: boolean;
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The senders with the most recipients within the hour, or else the day, as counted by the sending limits. */
export async function readTopSenders(db: ReadDb, now: number, limit: number): Promise<SenderCounts[]> {
  const slots = [...new Set([slotOf(now - HOUR), slotOf(now)])];
  return readRows<SenderCounts>(
    db,
    sql`
    with sent as (
      select mailbox_id, coalesce(sum(recipient_count) filter (where counted_at > ${now - HOUR}), 0)::integer as hour,
        sum(recipient_count)::integer as day
      from outbox where counted_at > ${now - DAY} and state <> 'cancelled' and recipient_count > 0
      group by mailbox_id order by 2 desc, 3 desc, 1 limit ${limit}
    ), rejected as (
      select sender, count(*)::integer as count from mail_trace
      where slot = any(${slots}::integer[]) and at > ${now - HOUR} and event = 'failed' and code between 500 and 599
      group by sender
    )
    select m.email as sender, s.hour, s.day, coalesce(r.count, 0) as rejected,
      exists (select from held_senders h where h.mailbox_id = s.mailbox_id) as held
    from sent s join mailboxes m on m.id = s.mailbox_id left join rejected r on r.sender = m.email
    order by s.hour desc, s.day desc, m.email`,
  );
}
