import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../platform/db/database.ts';
import type { Db } from '../tables.ts';
import type { Journal } from './kernel.ts';

/** A busy thing appears repeatedly: this many journal entries are read per distinct thing. */
const ENTRIES_FOR_EACH = 10;

// Journals whose entries name things that changed, each by its kind and its id, and not what became of them.

/**
 * A select of one JSON array: what has changed in a mailbox after a number, without duplicates; null when there
 * is more than the limit.
 */
export function selectThingsSince(
  { changes }: Journal,
  mailboxId: number,
  since: number | null,
  limit: number,
): RawBuilder<unknown> {
  const scanned = limit * ENTRIES_FOR_EACH;
  return sql`
    with scanned as materialized (
      select kind, entity from ${sql.table(changes)}
      where mailbox_id = ${mailboxId} and seq > ${since}::bigint
      order by seq limit ${scanned + 1}
    ), found as materialized (select distinct kind, entity from scanned)
    select case when (select count(*) from scanned) <= ${scanned} and (select count(*) from found) <= ${limit}
      then (select coalesce(json_agg(json_build_object('kind', f.kind, 'entity', f.entity)), '[]') from found f)
    end`;
}

const KEPT_SECONDS = 7 * 24 * 3600;
const ENTRIES_A_BATCH = 5_000;

/**
 * Deletes a week's old entries of all mailboxes; the same statement records the number up to which each journal was
 * pruned. Returns how many there were. `now` is in Unix seconds.
 */
export async function pruneThingsJournal(db: Db, { state, changes }: Journal, now: number): Promise<number> {
  for (let pruned = 0; ; ) {
    const { rows } = await inTransaction(db, (tx) =>
      sql<{ removed: number }>`
      with old as (
        select mailbox_id, seq, kind, entity from ${sql.table(changes)}
        where at < ${now - KEPT_SECONDS} order by at limit ${ENTRIES_A_BATCH}
      ), removed as (
        delete from ${sql.table(changes)} c using old o
        where c.mailbox_id = o.mailbox_id and c.seq = o.seq and c.kind = o.kind and c.entity = o.entity
        returning c.mailbox_id, c.seq
      ), forgotten as (
        update ${sql.table(state)} s set forgotten_seq = greatest(s.forgotten_seq, r.seq)
        from (select mailbox_id, max(seq) as seq from removed group by mailbox_id) r
        where s.mailbox_id = r.mailbox_id
      )
      select count(*)::integer as removed from removed`.execute(tx),
    );
    const removed = rows[0]?.removed ?? 0;
    pruned += removed;
    if (removed < ENTRIES_A_BATCH) return pruned;
  }
}
