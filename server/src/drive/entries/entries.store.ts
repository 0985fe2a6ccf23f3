import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { TOP } from '../change-drive.ts';
import { type EntryName, nameWords } from '../names/entry-name.ts';
import { markUnread } from '../texts/unread-text.ts';

/** The row of a file or folder. */
export type EntryRow = {
  id: string;
  parent_id: string;
  is_folder: boolean;
  name: string;
  version_id: string | null;
  size: number;
  content_type: string | null;
  favorite: boolean;
  created_at: number;
  modified_at: number;
  trashed_at: number | null;
  steps_below: number;
  bytes_below: number;
};

export const ENTRY_COLUMNS = sql`e.id, e.parent_id, e.is_folder, e.name, e.version_id, e.size, e.content_type,
  e.favorite, e.created_at, e.modified_at, e.trashed_at, e.steps_below, e.bytes_below`;

/** Wherever it is, also in the trash. */
export async function readEntry(db: ReadDb, mailboxId: number, id: string): Promise<EntryRow | undefined> {
  const [row] = await readEntries(db, mailboxId, [id]);
  return row;
}

/** Those of the ids that exist, also in the trash. */
export async function readEntries(db: ReadDb, mailboxId: number, ids: string[]): Promise<EntryRow[]> {
  const possible = ids.filter(isId);
  if (possible.length === 0) return [];
  return readRows(
    db,
    sql<EntryRow>`
    select ${ENTRY_COLUMNS} from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.id = any(${possible}::uuid[])`,
  );
}

/** The entry, then its parent folders. The chain of an entry being deleted ends before the top. */
export async function readChain(db: ReadDb, mailboxId: number, id: string): Promise<EntryRow[]> {
  return (await readChains(db, mailboxId, [id])).get(id) ?? [];
}

/** Like `readChain`, for several entries by id; missing ones are omitted. */
export async function readChains(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<Map<string, EntryRow[]>> {
  const possible = ids.filter(isId);
  if (possible.length === 0) return new Map();
  const rows = await readRows(
    db,
    sql<EntryRow & { start: string }>`
    with recursive up as (
      select ${ENTRY_COLUMNS}, e.id as start, 1 as step from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.id = any(${possible}::uuid[])
      union all
      select ${ENTRY_COLUMNS}, up.start, up.step + 1 from up
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.id = up.parent_id
      where up.parent_id <> ${TOP}::uuid and up.step <= ${LIMITS.driveDepth}
    )
    select ${ENTRY_COLUMNS}, e.start from up e order by e.step`,
  );
  return Map.groupBy(rows, ({ start }) => start);
}

/** The entry at a path from the top. */
export async function findByPath(db: ReadDb, mailboxId: number, keys: string[]): Promise<string | undefined> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    with recursive down as (
      select ${TOP}::uuid as id, 0 as step
      union all
      select e.id, down.step + 1 from down
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.parent_id = down.id and e.trashed_at is null
        and e.name_key = (${keys}::text[])[down.step + 1]
      where down.step < ${keys.length}
    )
    select id from down where step = ${keys.length}`,
  );
  return rows[0]?.id;
}

export type NamedEntry = { id: string; name_key: string; is_folder: boolean };

/** The entries of a folder with one of the names. */
export async function readNamed(
  db: ReadDb,
  mailboxId: number,
  parentId: string,
  keys: string[],
): Promise<NamedEntry[]> {
  return readRows(
    db,
    sql<NamedEntry>`
    select e.id, e.name_key, e.is_folder from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.parent_id = ${parentId}::uuid and e.trashed_at is null
      and e.name_key = any(${keys}::text[])`,
  );
}

export type EntryToInsert = {
  id: string;
  parentId: string;
  name: EntryName;
  file: { versionId: string; size: number; contentType: string } | null;
  now: number;
};

export async function insertEntry(
  tx: Tx,
  mailboxId: number,
  { id, parentId, name, file, now }: EntryToInsert,
): Promise<EntryRow> {
  const { rows } = await sql<EntryRow>`
    insert into drive_entries as e (mailbox_id, id, parent_id, is_folder, name, name_key, sort_key, version_id, size,
      content_type, created_at, modified_at)
    values (${mailboxId}, ${id}::uuid, ${parentId}::uuid, ${file === null}, ${name.name}, ${name.nameKey},
      ${name.sortKey}, ${file?.versionId ?? null}::uuid, ${file?.size ?? 0}, ${file?.contentType ?? null}, ${now},
      ${now})
    returning ${ENTRY_COLUMNS}`.execute(tx);
  await insertWords(tx, mailboxId, id, name.name);
  const entry = rows[0] as EntryRow;
  await markUnread(tx, mailboxId, entry, true);
  return entry;
}

async function insertWords(tx: Tx, mailboxId: number, id: string, name: string): Promise<void> {
  await sql`
    insert into drive_words (mailbox_id, entry_id, word)
    select ${mailboxId}, ${id}::uuid, word from unnest(${nameWords(name)}::text[]) as n(word)`.execute(tx);
}

/** Sets the parent or the name of an entry, and takes it out of the trash. */
export async function updatePlace(
  tx: Tx,
  mailboxId: number,
  id: string,
  { parentId, name, renamed }: { parentId: string; name: EntryName; renamed: boolean },
): Promise<void> {
  await sql`
    update drive_entries
    set parent_id = ${parentId}::uuid, name = ${name.name}, name_key = ${name.nameKey}, sort_key = ${name.sortKey},
      trashed_at = null
    where mailbox_id = ${mailboxId} and id = ${id}::uuid`.execute(tx);
  if (!renamed) return;
  await sql`delete from drive_words where mailbox_id = ${mailboxId} and entry_id = ${id}::uuid`.execute(tx);
  await insertWords(tx, mailboxId, id, name.name);
}

export async function updateFavorite(
  tx: Tx,
  mailboxId: number,
  id: string,
  favorite: boolean,
): Promise<void> {
  await sql`
    update drive_entries set favorite = ${favorite}
    where mailbox_id = ${mailboxId} and id = ${id}::uuid`.execute(tx);
}

export async function putIntoTrash(tx: Tx, mailboxId: number, ids: string[], now: number): Promise<void> {
  await sql`
    update drive_entries set trashed_at = ${now}
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`.execute(tx);
}

/** An upper bound of a folder's extent. */
export type Below = { id: string; steps: number; bytes: number };

/** Raises the recorded extent of folders to at least this. */
export async function growBelow(tx: Tx, mailboxId: number, folders: Below[]): Promise<void> {
  await sql`
    update drive_entries e
    set steps_below = greatest(e.steps_below, b.steps), bytes_below = greatest(e.bytes_below, b.bytes)
    from json_to_recordset(${JSON.stringify(folders)}) as b(id uuid, steps integer, bytes integer)
    where e.mailbox_id = ${mailboxId} and e.id = b.id`.execute(tx);
}

/** Sets a folder's extent to the measured value. */
export async function updateBelow(tx: Tx, mailboxId: number, { id, steps, bytes }: Below): Promise<void> {
  await sql`
    update drive_entries set steps_below = ${steps}, bytes_below = ${bytes}
    where mailbox_id = ${mailboxId} and id = ${id}::uuid`.execute(tx);
}

/** Measures a folder's extent; null when too many entries are below it. */
export async function measureBelow(
  db: ReadDb,
  mailboxId: number,
  id: string,
  most: number,
): Promise<Below | null> {
  const [row] = await readRows(
    db,
    sql<{ count: number; steps: number; bytes: number }>`
    with recursive down as (
      select e.id, 1 as steps, 1 + octet_length(e.name) as bytes from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.parent_id = ${id}::uuid and e.trashed_at is null
      union all
      select e.id, down.steps + 1, down.bytes + 1 + octet_length(e.name) from down
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.parent_id = down.id and e.trashed_at is null
    )
    select count(*) as count, coalesce(max(steps), 0) as steps, coalesce(max(bytes), 0) as bytes
    from (select steps, bytes from down limit ${most + 1}) measured`,
  );
  return row && row.count <= most ? { id, steps: row.steps, bytes: row.bytes } : null;
}

/** Sets the latest version of a file. */
export async function updateLatest(
  tx: Tx,
  mailboxId: number,
  id: string,
  { versionId, size, contentType }: { versionId: string; size: number; contentType: string },
  now: number,
): Promise<EntryRow> {
  const { rows } = await sql<EntryRow>`
    update drive_entries e
    set version_id = ${versionId}::uuid, size = ${size}, content_type = ${contentType}, modified_at = ${now}
    where e.mailbox_id = ${mailboxId} and e.id = ${id}::uuid
    returning ${ENTRY_COLUMNS}`.execute(tx);
  const entry = rows[0] as EntryRow;
  await markUnread(tx, mailboxId, entry);
  return entry;
}
