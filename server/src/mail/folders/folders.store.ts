import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { pathKey, roleCalled } from './folder-names.ts';

export type FolderRow = {
  id: string;
  parent_id: string | null;
  name: string;
  path: string;
  role: string | null;
  position: number | null;
  total_threads: number;
  unread_threads: number;
  total_messages: number;
  unread_messages: number;
};

const FOLDER_COLUMNS = [
  'id',
  'parent_id',
  'name',
  'path',
  'role',
  'position',
  'total_threads',
  'unread_threads',
  'total_messages',
  'unread_messages',
] as const;

export async function readFolder(db: ReadDb, mailboxId: number, id: string): Promise<FolderRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('folders')
    .select(FOLDER_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By its path; by its id; by its name, if unique; or by the displayed name of a system folder. */
export async function findFolder(
  db: ReadDb,
  mailboxId: number,
  name: string,
): Promise<FolderRow | undefined> {
  const key = pathKey(name);
  const found = await readFolderByKey(db, mailboxId, key);
  if (found) return found;
  if (isId(name)) return readFolder(db, mailboxId, name);
  const rows = await readRows(
    db,
    sql<FolderRow>`
    select id, parent_id, name, path, role, position, total_threads, unread_threads, total_messages,
      unread_messages from folders
    where mailbox_id = ${mailboxId} and path_key like ${`%/${escapeLike(key)}`} limit 2`,
  );
  if (rows.length > 0) return rows.length === 1 ? rows[0] : undefined;
  const role = roleCalled(name);
  return role === undefined || role === name ? undefined : readFolderByKey(db, mailboxId, pathKey(role));
}

/** By its path alone, as `pathKey` folds it. */
export async function readFolderByKey(
  db: ReadDb,
  mailboxId: number,
  key: string,
): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folders')
    .select(FOLDER_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('path_key', '=', key)
    .executeTakeFirst();
}

export async function folderExists(db: ReadDb, mailboxId: number, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await db
    .selectFrom('folders')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of the folders exist. */
export async function readFolderIdsAmong(db: ReadDb, mailboxId: number, ids: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from folders where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}

export async function readFolders(db: ReadDb, mailboxId: number): Promise<FolderRow[]> {
  return db.selectFrom('folders').select(FOLDER_COLUMNS).where('mailbox_id', '=', mailboxId).execute();
}

/** Its uid_validity is greater than that of any earlier folder, which may have had the same name. */
export async function insertFolder(
  tx: Tx,
  mailboxId: number,
  folder: { id: string; parent_id: string | null; name: string; path: string; role: string | null },
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    with begun as (
      update mailbox_state set uid_validity = greatest(uid_validity + 1, ${now}) where mailbox_id = ${mailboxId}
      returning uid_validity
    )
    insert into folders (mailbox_id, id, parent_id, name, path, path_key, role, uid_validity)
    values (${mailboxId}, ${folder.id}, ${folder.parent_id}, ${folder.name}, ${folder.path}, ${pathKey(folder.path)},
      ${folder.role}, (select uid_validity from begun))
    on conflict (mailbox_id, path_key) do nothing returning id`.execute(tx);
  return rows.length === 1;
}

/** For mailboxes that have none yet. */
export async function insertSystemFolders(
  tx: Tx,
  folders: { mailboxId: number; id: string; role: string }[],
  now: number,
): Promise<void> {
  const rows = folders.map(({ mailboxId, id, role }) => ({
    mailbox_id: mailboxId,
    id,
    role,
    key: pathKey(role),
  }));
  await sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as f(mailbox_id bigint, id uuid, role text, key text)
    ), begun as (
      update mailbox_state s set uid_validity = greatest(s.uid_validity, ${now})
      from (select distinct mailbox_id from given) g where s.mailbox_id = g.mailbox_id
    )
    insert into folders (mailbox_id, id, name, path, path_key, role, uid_validity)
    select mailbox_id, id, role, role, key, role, ${now} from given`.execute(tx);
}

/**
 * Changes the name and parent of a folder, and the paths of all its subfolders; returns the ids of all. Its
 * custom position is cleared, because it applied to its former siblings.
 */
export async function moveFolderPath(
  tx: Tx,
  mailboxId: number,
  folder: { id: string; parent_id: string | null; path: string },
  next: { parent_id: string | null; name: string; path: string },
): Promise<string[]> {
  const below = await readSubfolders(tx, mailboxId, folder.path);
  const paths = below.map((row) => next.path + row.path.slice(folder.path.length));
  await sql`
    update folders f set path = n.path, path_key = n.key
    from unnest(${below.map((row) => row.id)}::uuid[], ${paths}::text[], ${paths.map(pathKey)}::text[])
      as n(id, path, key)
    where f.mailbox_id = ${mailboxId} and f.id = n.id`.execute(tx);
  await tx
    .updateTable('folders')
    .set({
      ...next,
      path_key: pathKey(next.path),
      ...(next.parent_id === folder.parent_id ? {} : { position: null }),
    })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', folder.id)
    .execute();
  return [folder.id, ...below.map((row) => row.id)];
}

export async function writePositions(
  tx: Tx,
  mailboxId: number,
  places: { id: string; position: number | null }[],
): Promise<void> {
  await sql`
    update folders f set position = p.position
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ position }) => position)}::integer[])
      as p(id, position)
    where f.mailbox_id = ${mailboxId} and f.id = p.id`.execute(tx);
}

/** All folders below a path, at any depth. */
export async function readSubfolders(db: ReadDb, mailboxId: number, path: string): Promise<FolderRow[]> {
  const rows = await readRows(
    db,
    sql<FolderRow>`
    select id, parent_id, name, path, role, position, total_threads, unread_threads, total_messages,
      unread_messages from folders
    where mailbox_id = ${mailboxId} and path_key like ${`${escapeLike(pathKey(path))}/%`}`,
  );
  return rows;
}

export async function countFolders(db: ReadDb, mailboxId: number): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from folders where mailbox_id = ${mailboxId}`,
  );
  return rows[0]?.count ?? 0;
}

export async function deleteFolders(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await tx.deleteFrom('folders').where('mailbox_id', '=', mailboxId).where('id', 'in', ids).execute();
}

/** Escapes a text for a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The folders that mail programs do not show by default (unsubscribed in IMAP). */
export async function readUnsubscribed(db: ReadDb, mailboxId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('folders')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('subscribed', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

export async function writeSubscribed(
  tx: Tx,
  mailboxId: number,
  id: string,
  subscribed: boolean,
): Promise<void> {
  await tx
    .updateTable('folders')
    .set({ subscribed })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}
