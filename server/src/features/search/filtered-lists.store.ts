import { type RawBuilder, sql } from 'kysely';
import type { ThreadRow } from '../../mail/threads/threads.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** The filter of the list of a folder or label; null matches both values. */
export type ListFilter = {
  /** Or the label's id. */
  folderId: string;
  starred: boolean | null;
  unread: boolean | null;
  withFiles: true | null;
};

export type FilteredPage = {
  limit: number;
  offset: number;
  after: { lastAt: number; threadId: string } | null;
};

/** A page of the filtered rows, newest first. Marked rows have an index of their own. */
export async function readFilteredRows(
  db: ReadDb,
  mailboxId: number,
  filter: ListFilter,
  { limit, offset, after }: FilteredPage,
): Promise<ThreadRow[]> {
  // Rows before the page are skipped within the index, and those of the page fetched by their key.
  return readRows(
    db,
    sql<ThreadRow>`
    select l.thread_id, l.last_at, l.unread, l.starred, l.card, h.path as home_path
    from (
      select r.last_at, r.thread_id from list_rows r
      where ${isShown(mailboxId, filter)}
        ${after === null ? sql`` : sql`and (r.last_at, r.thread_id) < (${after.lastAt}, ${after.threadId})`}
      order by r.last_at desc, r.thread_id desc limit ${limit} offset ${offset}
    ) p
    cross join lateral (
      select * from list_rows l
      where l.mailbox_id = ${mailboxId} and l.thread_id = p.thread_id and l.folder_id = ${filter.folderId} offset 0
    ) l
    cross join lateral (
      select h.path from folders h
      where h.mailbox_id = ${mailboxId} and h.id = (l.card ->> 'folder_id')::uuid offset 0
    ) h
    order by p.last_at desc, p.thread_id desc`,
  );
}

/** The number of filtered rows, and of unread ones among them; counted up to a limit, newest first. */
export async function countFilteredRows(
  db: ReadDb,
  mailboxId: number,
  filter: ListFilter,
  limit: number,
): Promise<{ total: number; unread: number }> {
  const [row] = await readRows(
    db,
    sql<{ total: number; unread: number }>`
    select count(*)::integer as total, count(*) filter (where unread)::integer as unread from (
      select r.unread from list_rows r where ${isShown(mailboxId, filter)}
      order by r.last_at desc, r.thread_id desc limit ${limit}) few`,
  );
  return row ?? { total: 0, unread: 0 };
}

/** The same expression as in the index list_rows_with_files. */
export function hasFiles(row: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${row}.card`)} ->> 'has_attachments' = 'true'`;
}

/** Conditions on the row `r` of a folder's list. */
export function isShown(
  mailboxId: number,
  { folderId, starred, unread, withFiles }: ListFilter,
): RawBuilder<unknown> {
  const conditions = [
    sql`r.mailbox_id = ${mailboxId}`,
    sql`r.folder_id = ${folderId}`,
    starred !== null && (starred ? sql`r.starred` : sql`not r.starred`),
    unread !== null && (unread ? sql`r.unread` : sql`not r.unread`),
    withFiles === true && hasFiles('r'),
  ].filter((condition) => condition !== false);
  return sql.join(conditions, sql` and `);
}
