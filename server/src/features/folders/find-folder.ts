import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import { pathKey } from './folder-names.ts';

export type FolderRow = {
  id: string;
  parent_id: string | null;
  name: string;
  path: string;
  role: string | null;
  total_threads: number;
  unread_threads: number;
};

export const FOLDER_COLUMNS = [
  'id',
  'parent_id',
  'name',
  'path',
  'role',
  'total_threads',
  'unread_threads',
] as const;

export async function readFolder(db: Db, mailboxId: number, id: string): Promise<FolderRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('folders')
    .select(FOLDER_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By its path; or by its last part alone, where only one folder is called so; or by its id. */
export async function findFolder(db: Db, mailboxId: number, name: string): Promise<FolderRow | undefined> {
  const key = pathKey(name);
  const found = await db
    .selectFrom('folders')
    .select(FOLDER_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('path_key', '=', key)
    .executeTakeFirst();
  if (found) return found;
  if (isId(name)) return readFolder(db, mailboxId, name);
  const { rows } = await sql<FolderRow>`
    select id, parent_id, name, path, role, total_threads, unread_threads from folders
    where mailbox_id = ${mailboxId} and path_key like ${`%/${escapeLike(key)}`} limit 2`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

/** For a LIKE pattern: the text stands for itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
