import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import { pathKey } from '../folders/folder-names.ts';
import type { ThreadRow } from './read-thread-rows.ts';

export type ListPage = { limit: number; offset: number; after: { lastAt: number; threadId: string } | null };
export type ThreadList = { total: number; unread: number; rows: ThreadRow[] };

type ListRow = Partial<ThreadRow> & { list_path: string; total: number; unread_total: number };

// From here on the rows before the page are passed over in the index alone.
const DEEP_OFFSET = 200;

/** One page of a folder's list, newest first, with the folder's counts: one query. Null when there is no such folder. */
export async function readThreadList(
  db: Db,
  mailboxId: number,
  folderPath: string,
  page: ListPage,
): Promise<ThreadList | null> {
  const range = sql`
    where r.mailbox_id = f.mailbox_id and r.folder_id = f.id
      ${page.after ? sql`and (r.last_at, r.thread_id) < (${page.after.lastAt}, ${page.after.threadId})` : sql``}
    order by r.last_at desc, r.thread_id desc limit ${page.limit} offset ${page.offset}`;
  const rowsOfPage =
    page.offset < DEEP_OFFSET
      ? sql`select r.thread_id, r.last_at, r.unread, r.starred, r.card from list_rows r ${range}`
      : sql`
        select r.thread_id, r.last_at, r.unread, r.starred, r.card
        from (select r.thread_id, r.last_at from list_rows r ${range}) p
        join list_rows r on r.mailbox_id = f.mailbox_id and r.folder_id = f.id and r.thread_id = p.thread_id
        order by p.last_at desc, p.thread_id desc`;
  const { rows } = await sql<ListRow>`
    select f.path as list_path, f.total_threads as total, f.unread_threads as unread_total, r.*
    from folders f left join lateral (${rowsOfPage}) r on true
    where f.mailbox_id = ${mailboxId} and f.path_key = ${pathKey(folderPath)}`.execute(db);
  const first = rows[0];
  if (!first) return null;
  const threads = rows.filter((row) => row.thread_id !== undefined && row.thread_id !== null) as (ThreadRow &
    ListRow)[];
  for (const row of threads) row.home_path = first.list_path;
  return { total: first.total, unread: first.unread_total, rows: threads };
}

/** Names the home folder of rows that come from several folders. */
export async function fillHomePaths(db: Db, mailboxId: number, rows: ThreadRow[]): Promise<void> {
  const homes = [...new Set(rows.map((row) => row.card.home))];
  if (homes.length === 0) return;
  const { rows: folders } = await sql<{ id: string; path: string }>`
    select id, path from folders where mailbox_id = ${mailboxId} and id = any(${homes}::uuid[])`.execute(db);
  const paths = new Map(folders.map((folder) => [folder.id, folder.path]));
  for (const row of rows) row.home_path = paths.get(row.card.home) ?? '';
}
