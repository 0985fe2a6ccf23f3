import { type RawBuilder, sql } from 'kysely';
import type { ChangeKind, Tx } from '../../tables.ts';

export type JournalEntry = { kind: ChangeKind; entity: string };

/** One step of the statement that writes a change of the mailbox. */
export function journalStep(
  mailboxId: number,
  seq: number,
  entries: JournalEntry[],
  now: number,
): RawBuilder<unknown> {
  return sql`entries as (
    insert into changes (mailbox_id, seq, kind, entity, at)
    select ${mailboxId}, ${seq}, kind, entity, ${now}
    from json_to_recordset(${JSON.stringify(entries)}) as n(kind text, entity uuid))`;
}

/**
 * Deletes journal entries older than `before` (Unix seconds), at most so many; answers how many. In the same statement
 * each mailbox records up to which number it has forgotten, so no reader sees the gap without the record.
 */
export async function deleteOldEntries(tx: Tx, before: number, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
      with old as (
        select mailbox_id, seq, kind, entity from changes where at < ${before} order by at limit ${limit}
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
}
