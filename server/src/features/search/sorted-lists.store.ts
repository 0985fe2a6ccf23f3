import { type RawBuilder, sql } from 'kysely';
import type { ThreadRow } from '../../mail/threads/threads.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { isShown, type ListFilter } from './filtered-lists.store.ts';

/** The rows to sort; `fewest` when at most this many are known to exist, and a mark's index finds them all. */
export type SortedRows = ListFilter & { fewest: number | null };

type SizePage = {
  limit: number;
  offset: number;
  after: { size: number; threadId: string } | null;
};
type SenderPage = {
  limit: number;
  offset: number;
  after: { senderKey: string; lastAt: number; threadId: string } | null;
};

export type SortedRow = ThreadRow & { size: number; sender_key: string };

/** A page of a folder by size: one index range. */
export async function readRowsBySize(
  db: ReadDb,
  mailboxId: number,
  rows: SortedRows,
  { limit, offset, after }: SizePage,
  smallestFirst: boolean,
): Promise<SortedRow[]> {
  const [direction, behind] = smallestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const { source, where } = sourceOf(mailboxId, rows);
  return readPage(
    db,
    mailboxId,
    rows,
    sql`
    page as (
      select r.thread_id, r.size, row_number() over (order by r.size ${direction}, r.thread_id ${direction}) as place
      from (
        select r.thread_id, r.size from ${source} r
        where ${where} ${after === null ? sql`` : sql`and (r.size, r.thread_id) ${behind} (${after.size}, ${after.threadId})`}
        order by r.size ${direction}, r.thread_id ${direction} limit ${limit} offset ${offset}
      ) r
    )`,
  );
}

/**
 * A page of a folder by sender, within one sender always newest first. Descending, that is not the order of
 * the index, but each sender's rows have the same positions in both: so the index determines which senders
 * are on the page, and each sender's rows are then read as a separate range. With an equality PostgreSQL
 * drops the sender from the order, and where one sender dominates its sample it walks the whole folder by
 * date for each of the others.
 */
export async function readRowsBySender(
  db: ReadDb,
  mailboxId: number,
  rows: SortedRows,
  { limit, offset, after }: SenderPage,
  backwards: boolean,
): Promise<SortedRow[]> {
  const [direction, behind] = backwards ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const inOrder = backwards
    ? sql`r.sender_key desc, r.last_at, r.thread_id`
    : sql`r.sender_key, r.last_at desc, r.thread_id desc`;
  const { source, where } = sourceOf(mailboxId, rows);
  const rest =
    after === null
      ? sql``
      : sql`
        union all
        (select r.sender_key, r.last_at, r.thread_id from ${source} r
          where ${where} and r.sender_key = ${after.senderKey}
            and (r.last_at, r.thread_id) < (${after.lastAt}, ${after.threadId})
          order by r.last_at desc, r.thread_id desc limit ${limit})`;
  return readPage(
    db,
    mailboxId,
    rows,
    sql`
    walked as (
      select r.sender_key, row_number() over (order by ${inOrder}) as n from (
        select r.sender_key, r.last_at, r.thread_id from ${source} r
        where ${where} ${after === null ? sql`` : sql`and r.sender_key ${behind} ${after.senderKey}`}
        order by ${inOrder} limit ${offset + limit}
      ) r
    ), senders as (
      select sender_key, count(*) filter (where n <= ${offset}) as passed, count(*) filter (where n > ${offset}) as many
      from walked group by sender_key having max(n) > ${offset}
    ), found as (
      select s.sender_key, r.last_at, r.thread_id from senders s cross join lateral (
        select r.last_at, r.thread_id from ${source} r
        where ${where} and r.sender_key between s.sender_key and s.sender_key
        order by r.sender_key, r.last_at desc, r.thread_id desc offset s.passed limit s.many
      ) r
      ${rest}
    ), page as (
      select thread_id, row_number() over (order by sender_key ${direction}, last_at desc, thread_id desc) as place
      from found order by sender_key ${direction}, last_at desc, thread_id desc limit ${limit}
    )`,
  );
}

/** The sort keys of a search's matches, for rows that still exist. */
export async function readSortKeys(
  db: ReadDb,
  mailboxId: number,
  matches: { threadId: string; folderId: string }[],
): Promise<{ thread_id: string; folder_id: string; size: number; sender_key: string }[]> {
  return readRows(
    db,
    sql<{ thread_id: string; folder_id: string; size: number; sender_key: string }>`
    select r.thread_id, r.folder_id, r.size, r.sender_key
    from unnest(${matches.map(({ threadId }) => threadId)}::uuid[], ${matches.map(({ folderId }) => folderId)}::uuid[])
      as w(thread_id, folder_id)
    cross join lateral (
      select * from list_rows r
      where r.mailbox_id = ${mailboxId} and r.thread_id = w.thread_id and r.folder_id = w.folder_id offset 0
    ) r`,
  );
}

/** Few marked rows are read by the mark's index and sorted; other filters are applied along the order. */
function sourceOf(
  mailboxId: number,
  rows: SortedRows,
): { source: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  if (rows.fewest !== null) return { source: sql`few`, where: sql`true` };
  return { source: sql`list_rows`, where: isShown(mailboxId, rows) };
}

/** The rows of the step named `page` in order, each fetched by its key. */
async function readPage(
  db: ReadDb,
  mailboxId: number,
  rows: SortedRows,
  steps: RawBuilder<unknown>,
): Promise<SortedRow[]> {
  const few =
    rows.fewest === null
      ? sql``
      : sql`
        few as materialized (
          select r.thread_id, r.last_at, r.size, r.sender_key from list_rows r
          where ${isShown(mailboxId, rows)} order by r.last_at desc, r.thread_id desc limit ${rows.fewest}
        ),`;
  return readRows(
    db,
    sql<SortedRow>`
    with ${few} ${steps}
    select l.thread_id, l.last_at, l.unread, l.starred, l.card, l.size, l.sender_key, h.path as home_path
    from page p
    cross join lateral (
      select * from list_rows l
      where l.mailbox_id = ${mailboxId} and l.thread_id = p.thread_id and l.folder_id = ${rows.folderId} offset 0
    ) l
    cross join lateral (
      select h.path from folders h
      where h.mailbox_id = ${mailboxId} and h.id = (l.card ->> 'folder_id')::uuid offset 0
    ) h
    order by p.place`,
  );
}
