import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type FileVersion = {
  id: string;
  size: number;
  content_type: string;
  content_hash: Buffer;
  created_at: number;
  author: string;
  has_virus: boolean;
  scan_message: string | null;
};

/** Latest first. */
export async function readFileVersions(
  db: ReadDb,
  mailboxId: number,
  entryId: string,
  limit: number,
): Promise<FileVersion[]> {
  return readRows(
    db,
    sql<FileVersion>`
    select v.id, v.size, v.content_type, v.content_hash, v.created_at, v.author, v.has_virus, v.scan_message
    from drive_versions v
    where v.mailbox_id = ${mailboxId} and v.entry_id = ${entryId}::uuid
    order by v.created_at desc, v.id desc limit ${limit}`,
  );
}

/** Drives with any changes, by their mailbox. */
export async function readDrives(db: ReadDb, after: number, limit: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ mailbox_id: number }>`
    select mailbox_id from drive_state where mailbox_id > ${after} order by mailbox_id limit ${limit}`,
  );
  return rows.map(({ mailbox_id }) => mailbox_id);
}

export type SpareChoice = {
  kept: number;
  before: number;
  limit: number;
  /** Only those of one file. */
  entryId?: string | undefined;
};

/**
 * Versions that are neither the latest of their file, nor among the given number of latest, nor younger than
 * a time.
 */
export async function readSpareVersions(
  db: ReadDb,
  mailboxId: number,
  { kept, before, limit, entryId }: SpareChoice,
): Promise<{ id: string; entry_id: string; size: number }[]> {
  return readRows(
    db,
    sql<{ id: string; entry_id: string; size: number }>`
    select v.id, v.entry_id, v.size
    from (
      select c.entry_id from drive_versions c where c.mailbox_id = ${mailboxId} ${entryId === undefined ? sql`` : sql`and c.entry_id = ${entryId}::uuid`}
      group by c.entry_id having count(*) > ${kept}
    ) many
    join drive_entries e on e.mailbox_id = ${mailboxId} and e.id = many.entry_id
    cross join lateral (
      select o.id, o.entry_id, o.size, o.created_at from drive_versions o
      where o.mailbox_id = ${mailboxId} and o.entry_id = many.entry_id
      order by (o.id = e.version_id) desc, o.created_at desc, o.id desc offset ${kept}
    ) v
    where v.created_at < ${before} limit ${limit}`,
  );
}

export type SpareFile = { id: string; name: string; versions: number; bytes: number };

/** The files with most bytes in versions before their latest; and with each of them the sums over all files. */
export async function readSpareFiles(
  db: ReadDb,
  mailboxId: number,
  limit: number,
): Promise<(SpareFile & { all_versions: number; all_bytes: number })[]> {
  return readRows(
    db,
    sql<SpareFile & { all_versions: number; all_bytes: number }>`
    select e.id, e.name, f.versions, f.bytes, (sum(f.versions) over ())::integer as all_versions,
      (sum(f.bytes) over ())::bigint as all_bytes
    from (
      select v.entry_id, (count(*) - 1)::integer as versions, sum(v.size)::bigint as sum from drive_versions v
      where v.mailbox_id = ${mailboxId} group by v.entry_id having count(*) > 1
    ) v
    join drive_entries e on e.mailbox_id = ${mailboxId} and e.id = v.entry_id
    cross join lateral (
      select v.versions, v.sum - coalesce((select l.size from drive_versions l
        where l.mailbox_id = ${mailboxId} and l.id = e.version_id), 0) as bytes
    ) f
    order by f.bytes desc, e.id limit ${limit}`,
  );
}

export async function removeVersions(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await sql`delete from drive_versions where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`.execute(
    tx,
  );
}
