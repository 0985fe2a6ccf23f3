import { sql } from 'kysely';
import { TRASH } from '../../drive/change-drive.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Entries trashed until a time, oldest first. */
export async function readOfTrash(
  db: ReadDb,
  mailboxId: number,
  until: number,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select e.id from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.trashed_at is not null and e.trashed_at <= ${until}
      and e.parent_id <> ${sql.lit(TRASH)}
    order by e.trashed_at, e.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Removes them from the trash: only the purge job still finds them. */
export async function deleteFromTrash(
  tx: Tx,
  mailboxId: number,
  ids: string[],
  /** Only entries trashed before this time: others may have been restored and trashed again meanwhile. */
  before = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await sql`
    update drive_entries set parent_id = ${TRASH}::uuid
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[]) and trashed_at < ${before}`.execute(tx);
}

/**
 * Moves the content of deleted folders next to them. Entries that were trashed separately stay in the trash,
 * and are restored to the top.
 */
export async function takeFromDeletedFolders(
  tx: Tx,
  mailboxId: number,
  limit: number,
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update drive_entries t set parent_id = ${TRASH}::uuid, trashed_at = ${now}
    from (
      select e.id from drive_entries d
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.parent_id = d.id and e.trashed_at is null
      where d.mailbox_id = ${mailboxId} and d.parent_id = ${sql.lit(TRASH)} and d.is_folder
      limit ${limit}
    ) below
    where t.mailbox_id = ${mailboxId} and t.id = below.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deleted files, and deleted folders that are empty. */
export async function readDeleted(db: ReadDb, mailboxId: number, limit: number): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select d.id from drive_entries d
    where d.mailbox_id = ${mailboxId} and d.parent_id = ${sql.lit(TRASH)}
      and not (d.is_folder and exists (
        select from drive_entries e
        where e.mailbox_id = ${mailboxId} and e.parent_id = d.id and e.trashed_at is null))
    order by d.is_folder, d.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export type RemovedVersion = { id: string; size: number };

/** Deletes entries with all their rows, and returns their versions, whose chunks remain. */
export async function removeEntries(tx: Tx, mailboxId: number, ids: string[]): Promise<RemovedVersion[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RemovedVersion>`
    with entries as (
      delete from drive_entries where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])
    ), words as (
      delete from drive_words where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])
    ), texts as (
      delete from drive_texts where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])
    ), shares as (
      delete from drive_share_entries where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])
    ), locks as (
      delete from drive_locks where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])
    ), tokens as (
      delete from drive_office_tokens where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])
    )
    delete from drive_versions where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])
    returning id, size`.execute(tx);
  return rows;
}

/** Entries of all drives trashed before a time. */
export async function readOldTrash(
  db: ReadDb,
  before: number,
  limit: number,
): Promise<{ mailbox_id: number; id: string }[]> {
  return readRows(
    db,
    sql<{ mailbox_id: number; id: string }>`
    select e.mailbox_id, e.id from drive_entries e
    where e.trashed_at < ${before} and e.parent_id <> ${sql.lit(TRASH)}
    order by e.trashed_at limit ${limit}`,
  );
}
