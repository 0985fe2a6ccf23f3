import { sql } from 'kysely';
import type { Db, Tx } from '../../tables.ts';
import { escapeLike, FOLDER_COLUMNS, type FolderRow } from './find-folder.ts';
import { pathKey } from './folder-names.ts';

export async function readFolders(db: Db, mailboxId: number): Promise<FolderRow[]> {
  return db.selectFrom('folders').select(FOLDER_COLUMNS).where('mailbox_id', '=', mailboxId).execute();
}

export async function insertFolder(
  tx: Tx,
  mailboxId: number,
  folder: { id: string; parent_id: string | null; name: string; path: string; role: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into folders (mailbox_id, id, parent_id, name, path, path_key, role)
    values (${mailboxId}, ${folder.id}, ${folder.parent_id}, ${folder.name}, ${folder.path}, ${pathKey(folder.path)},
      ${folder.role})
    on conflict (mailbox_id, path_key) do nothing returning id`.execute(tx);
  return rows.length === 1;
}

/** Gives a folder its new name and place, and every folder below it the path that follows; answers the ids of all. */
export async function moveFolderPath(
  tx: Tx,
  mailboxId: number,
  folder: { id: string; path: string },
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
    .set({ ...next, path_key: pathKey(next.path) })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', folder.id)
    .execute();
  return [folder.id, ...below.map((row) => row.id)];
}

/** All folders below a path, at any depth. */
export async function readSubfolders(db: Db, mailboxId: number, path: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select id, parent_id, name, path, role, total_threads, unread_threads from folders
    where mailbox_id = ${mailboxId} and path_key like ${`${escapeLike(pathKey(path))}/%`}`.execute(db);
  return rows;
}

export async function countFolders(db: Db, mailboxId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from folders where mailbox_id = ${mailboxId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function deleteFolders(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await tx.deleteFrom('folders').where('mailbox_id', '=', mailboxId).where('id', 'in', ids).execute();
}
