import { LIMITS } from '@bocau/contract/limits.ts';
import type { SearchQuery } from '@bocau/contract/search-query.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { readWalk } from '../../mail/rebuild/rebuild.store.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import { type CursorValues, decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import {
  readRowsBySender,
  readRowsBySize,
  readSortKeys,
  type SortedRow,
  type SortedRows,
} from './sorted-lists.store.ts';

/** The orders of a list other than by date: largest first, senders from A to Z, or the reverse. */
const ORDERS = ['size', 'size_asc', 'sender', 'sender_desc'] as const;
export type ListOrder = (typeof ORDERS)[number];

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };

/** The version of cards since which rows have the sort columns. */
const SORTED_SINCE = 6;

/** `pending`: an order was requested, but rows written by an earlier release lack its sort column. */
type AskedOrder = { order: ListOrder | null; pending: boolean };

/** The requested order of a list; null for newest or most relevant first. */
export async function readOrder(
  db: ReadDb,
  mailboxId: number,
  { sort }: { sort?: SearchQuery['sort'] | undefined },
): Promise<AskedOrder> {
  const order = ORDERS.find((name) => name === sort) ?? null;
  if (order === null) return { order, pending: false };
  const { version, finished } = await readWalk(db, mailboxId, 'cards');
  return finished && version >= SORTED_SINCE ? { order, pending: false } : { order: null, pending: true };
}

/** A page of a folder's rows in this order; a cursor is valid only for its order. */
export async function sortList(
  db: ReadDb,
  mailboxId: number,
  rows: SortedRows,
  order: ListOrder,
  query: PageQuery,
): Promise<{ data: Thread[]; next_cursor: string | null }> {
  const limit = query.limit ?? LIMITS.pageSize;
  const found = isBySize(order)
    ? await pageBySize(db, mailboxId, rows, order, { ...query, limit })
    : await pageBySender(db, mailboxId, rows, order, { ...query, limit });
  const last = found.at(-1);
  return {
    data: found.map(threadView),
    next_cursor: last && found.length === limit ? encodeCursor(placeOf(last, order)) : null,
  };
}

/** The matches of a search in this order; equal ones by date, newest first. */
export async function sortMatches<Match extends { threadId: string; folderId: string }>(
  db: ReadDb,
  mailboxId: number,
  matches: Match[],
  order: ListOrder,
): Promise<Match[]> {
  const rows = await readSortKeys(db, mailboxId, matches);
  const keys = new Map(rows.map((row) => [`${row.thread_id} ${row.folder_id}`, row]));
  const sign = order === 'size' || order === 'sender_desc' ? -1 : 1;
  return matches
    .map((match) => ({ match, key: keys.get(`${match.threadId} ${match.folderId}`) }))
    .toSorted(({ key: one }, { key: other }) => {
      const [a, b] = isBySize(order)
        ? [one?.size ?? 0, other?.size ?? 0]
        : [one?.sender_key ?? '', other?.sender_key ?? ''];
      if (a === b) return 0;
      return a < b ? -sign : sign;
    })
    .map(({ match }) => match);
}

function isBySize(order: ListOrder): order is 'size' | 'size_asc' {
  return order === 'size' || order === 'size_asc';
}

type Asked = PageQuery & { limit: number };

function pageBySize(
  db: ReadDb,
  mailboxId: number,
  rows: SortedRows,
  order: ListOrder,
  { limit, offset = 0, cursor }: Asked,
): Promise<SortedRow[]> {
  const smallestFirst = order === 'size_asc';
  if (cursor === undefined)
    return readRowsBySize(db, mailboxId, rows, { limit, offset, after: null }, smallestFirst);
  const [of, size, threadId] = decodeCursor(cursor, 3) ?? [];
  if (of !== order || !Number.isSafeInteger(size) || !isThreadId(threadId)) throw invalidCursor();
  const after = { size: Number(size), threadId };
  return readRowsBySize(db, mailboxId, rows, { limit, offset: 0, after }, smallestFirst);
}

function pageBySender(
  db: ReadDb,
  mailboxId: number,
  rows: SortedRows,
  order: ListOrder,
  { limit, offset = 0, cursor }: Asked,
): Promise<SortedRow[]> {
  const backwards = order === 'sender_desc';
  if (cursor === undefined)
    return readRowsBySender(db, mailboxId, rows, { limit, offset, after: null }, backwards);
  const [of, senderKey, lastAt, threadId] = decodeCursor(cursor, 4) ?? [];
  const isOurs = of === order && typeof senderKey === 'string' && Number.isSafeInteger(lastAt);
  if (!isOurs || !isThreadId(threadId)) throw invalidCursor();
  const after = { senderKey, lastAt: Number(lastAt), threadId };
  return readRowsBySender(db, mailboxId, rows, { limit, offset: 0, after }, backwards);
}

function placeOf(row: SortedRow, order: ListOrder): CursorValues {
  if (isBySize(order)) return [order, row.size, row.thread_id];
  return [order, row.sender_key, row.last_at, row.thread_id];
}

function isThreadId(value: unknown): value is string {
  return typeof value === 'string' && isId(value);
}

function invalidCursor(): Failure {
  return new Failure('invalid_cursor', 'The cursor is no longer valid; start again from the first page');
}
