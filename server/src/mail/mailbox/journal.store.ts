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

/**
 * Forgets uids that left a folder before then, at most so many; answers how many. Each folder records up to which modseq,
 * as `deleteOldEntries`.
 */
export async function deleteOldExpunged(tx: Tx, before: number, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
      with old as (
        select mailbox_id, folder_id, modseq, uid from expunged where at < ${before} order by at limit ${limit}
      ), removed as (
        delete from expunged e using old o
        where e.mailbox_id = o.mailbox_id and e.folder_id = o.folder_id and e.modseq = o.modseq and e.uid = o.uid
        returning e.mailbox_id, e.folder_id, e.modseq
      ), forgotten as (
        update folders f set forgotten_modseq = greatest(f.forgotten_modseq, r.modseq)
        from (select mailbox_id, folder_id, max(modseq) as modseq from removed group by mailbox_id, folder_id) r
        where f.mailbox_id = r.mailbox_id and f.id = r.folder_id
      )
      select count(*)::integer as removed from removed`.execute(tx);
  return rows[0]?.removed ?? 0;
}
