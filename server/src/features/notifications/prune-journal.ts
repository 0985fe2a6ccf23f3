import { sql } from 'kysely';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';

const KEPT_SECONDS = 7 * 24 * 3600;
const ENTRIES_A_BATCH = 5_000;

/**
 * Throws away journal entries older than a week; answers how many. In the same statement each mailbox notes up to
 * which number it has forgotten, so no reader sees the gap without the note. `now` is in Unix seconds.
 */
export async function pruneJournal(db: Db, now: number): Promise<number> {
  for (let pruned = 0; ; ) {
    const removed = await pruneBatch(db, now - KEPT_SECONDS);
    pruned += removed;
    if (removed < ENTRIES_A_BATCH) return pruned;
  }
}

async function pruneBatch(db: Db, before: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ removed: number }>`
      with old as (
        select mailbox_id, seq, kind, entity from changes where at < ${before} order by at limit ${ENTRIES_A_BATCH}
      ), removed as (
        delete from changes c using old o
        where c.mailbox_id = o.mailbox_id and c.seq = o.seq and c.kind = o.kind and c.entity = o.entity
        returning c.mailbox_id, c.seq
      ), forgotten as (
        update mailbox_state s set forgotten_seq = greatest(s.forgotten_seq, r.seq)
        from (select mailbox_id, max(seq) as seq from removed group by mailbox_id) r
        where s.mailbox_id = r.mailbox_id
      )
      select count(*)::integer as removed from removed`.execute(tx);
    return rows[0]?.removed ?? 0;
  });
}
