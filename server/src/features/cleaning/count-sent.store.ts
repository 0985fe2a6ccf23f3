import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export async function readLastCounted(db: ReadDb): Promise<number | null> {
  const [row] = await readRows<{ day: number | null }>(db, sql`select max(day) as day from sent_by_domain`);
  return row?.day ?? null;
}

/**
 * What users sent, without automatic replies and forwards; one range of the time index, and a row per sender.
 */
export async function insertSentOf(
  tx: Tx,
  day: number,
  { from, before }: { from: number; before: number },
): Promise<void> {
  await sql`
    with counted as (
      insert into sent_by_mailbox (mailbox_id, day, messages)
      select mailbox_id, ${day}::integer, count(*) from outbox
      where counted_at >= ${from} and counted_at < ${before}
        and kind in ('send', 'schedule', 'period') and state not in ('held', 'cancelled')
      group by mailbox_id
      on conflict (mailbox_id, day) do update set messages = excluded.messages
      returning mailbox_id, messages
    )
    insert into sent_by_domain (domain_id, day, messages)
    select m.domain_id, ${day}::integer, sum(c.messages) from counted c join mailboxes m on m.id = c.mailbox_id
    group by m.domain_id
    on conflict (domain_id, day) do update set messages = excluded.messages`.execute(tx);
}

/** A few rows per sender and night: one day's worth. */
export async function deleteSentBefore(tx: Tx, day: number): Promise<void> {
  await sql`delete from sent_by_mailbox where day < ${day}`.execute(tx);
  await sql`delete from sent_by_domain where day < ${day}`.execute(tx);
}
