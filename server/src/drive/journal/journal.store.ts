import { sql } from 'kysely';
import type { DriveChangeKind } from '../../drive-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type JournalledThing = { kind: DriveChangeKind; entity: string };
export type JournalRange = {
  seq: number;
  forgotten_seq: number;
  used_bytes: number;
  reserved_bytes: number;
  quota_bytes: number;
  /** What has changed, without duplicates; null when the limit is exceeded. */
  things: JournalledThing[] | null;
};

// A busy folder appears repeatedly: this many journal entries are read per distinct thing.
const ENTRIES_FOR_EACH = 10;

/** The journal of a drive after a number, and the number up to which it is complete, in one statement. */
export async function readJournal(
  db: ReadDb,
  mailboxId: number,
  since: number | null,
  limit: number,
): Promise<JournalRange | undefined> {
  const scanned = limit * ENTRIES_FOR_EACH;
  const rows = await readRows(
    db,
    sql<JournalRange>`
    with scanned as materialized (
      select kind, entity from drive_changes
      where mailbox_id = ${mailboxId} and seq > ${since}::bigint
      order by seq limit ${scanned + 1}
    ), found as materialized (select distinct kind, entity from scanned)
    select coalesce(s.seq, 0) as seq, coalesce(s.forgotten_seq, 0) as forgotten_seq,
      coalesce(s.used_bytes, 0) as used_bytes, coalesce(s.reserved_bytes, 0) as reserved_bytes,
      m.drive_quota_mb::bigint * 1024 * 1024 as quota_bytes,
      case when (select count(*) from scanned) <= ${scanned} and (select count(*) from found) <= ${limit}
        then (select coalesce(json_agg(json_build_object('kind', f.kind, 'entity', f.entity)), '[]') from found f)
      end as things
    from mailboxes m left join drive_state s on s.mailbox_id = m.id
    where m.id = ${mailboxId}`,
  );
  return rows[0];
}

/**
 * Deletes entries older than a time, up to a limit; the same statement records the number up to which each
 * drive's journal was pruned.
 */
export async function deleteOldDriveEntries(tx: Tx, before: number, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with old as (
      select mailbox_id, seq, kind, entity from drive_changes where at < ${before} order by at limit ${limit}
    ), removed as (
      delete from drive_changes c using old o
      where c.mailbox_id = o.mailbox_id and c.seq = o.seq and c.kind = o.kind and c.entity = o.entity
      returning c.mailbox_id, c.seq
    ), forgotten as (
      update drive_state s set forgotten_seq = greatest(s.forgotten_seq, r.seq)
      from (select mailbox_id, max(seq) as seq from removed group by mailbox_id) r
      where s.mailbox_id = r.mailbox_id
    )
    select count(*)::integer as removed from removed`.execute(tx);
  return rows[0]?.removed ?? 0;
}
