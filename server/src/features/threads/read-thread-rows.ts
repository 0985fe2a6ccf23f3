import { sql } from 'kysely';
import type { Db, ListCard } from '../../tables.ts';

export type ThreadRow = {
  thread_id: string;
  last_at: number;
  unread: boolean;
  starred: boolean;
  card: ListCard;
  /** Path of the folder that acts on the row go to. */
  home_path: string;
};

/** The row of a thread in one list; without a list, the one of its home folder. */
export async function readThreadRow(
  db: Db,
  mailboxId: number,
  threadId: string,
  folderId: string | null,
): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select r.thread_id, r.last_at, r.unread, r.starred, r.card, f.path as home_path
    from list_rows r join folders l on l.mailbox_id = r.mailbox_id and l.id = r.folder_id
    join folders f on f.mailbox_id = r.mailbox_id and f.id = (r.card->>'folder_id')::uuid
    where r.mailbox_id = ${mailboxId} and r.thread_id = ${threadId}
      ${folderId === null ? sql`` : sql`and r.folder_id = ${folderId}`}
    order by (l.role in ('Trash', 'Junk', 'Starred')) nulls first, r.last_at desc limit 1`.execute(db);
  return rows[0];
}

/** The rows of several threads in one list, or in their home lists; in no order. */
export async function readThreadRows(
  db: Db,
  mailboxId: number,
  threadIds: string[],
): Promise<(ThreadRow & { folder_id: string })[]> {
  const { rows } = await sql<ThreadRow & { folder_id: string }>`
    select r.folder_id, r.thread_id, r.last_at, r.unread, r.starred, r.card, f.path as home_path
    from list_rows r join folders f on f.mailbox_id = r.mailbox_id and f.id = (r.card->>'folder_id')::uuid
    where r.mailbox_id = ${mailboxId} and r.thread_id = any(${threadIds}::uuid[])`.execute(db);
  return rows;
}
