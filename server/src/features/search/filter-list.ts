import { LIMITS } from '@bocau/contract/limits.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { type FolderRow, findFolder } from '../../mail/folders/folders.store.ts';
import { findLabel } from '../../mail/labels/labels.store.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import {
  countFilteredRows,
  type FilteredPage,
  type ListFilter,
  readFilteredRows,
} from './filtered-lists.store.ts';
import type { Criteria } from './read-query.ts';
import { type ListOrder, sortList } from './sort-list.ts';

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
type FilteredList = {
  data: Thread[];
  meta: { total: number; unread: number; total_is_capped: boolean; next_cursor: string | null };
};

/**
 * Unread, read or starred threads of one folder or label, or those with files, and all of a label: an ordinary list, read from
 * its rows and not from its messages, however few of them it shows. Null for every other search.
 */
export async function filterList(
  db: ReadDb,
  mailboxId: number,
  criteria: Criteria,
  query: PageQuery,
  order: ListOrder | null,
): Promise<FilteredList | null> {
  const [named, ...others] = [...criteria.folders, ...criteria.labels];
  const isOfLabel = criteria.labels.length > 0;
  if (!named || others.length > 0 || !isFilter(criteria, isOfLabel)) return null;
  const limit = query.limit ?? LIMITS.pageSize;
  const page = readPage(query, limit);
  const folder = await (isOfLabel ? findLabel : findListFolder)(db, mailboxId, named.name);
  if ((!page && !order) || !folder) return null;
  const unread = criteria.read === null ? null : !criteria.read;
  const withFiles: true | null = criteria.attachment || null;
  const filter = { folderId: folder.id, starred: criteria.starred, unread, withFiles };
  if (order) {
    const counts = await count(db, mailboxId, filter, folder);
    const rows = { ...filter, fewest: fewestOf(filter, counts) };
    const { data, next_cursor } = await sortList(db, mailboxId, rows, order, query);
    return { data, meta: { ...counts, next_cursor } };
  }
  if (!page) return null;
  const rows = await readFilteredRows(db, mailboxId, filter, page);
  const last = rows.at(-1);
  const isFull = rows.length === limit;
  return {
    data: rows.map(threadView),
    meta: {
      ...(await count(db, mailboxId, filter, folder)),
      next_cursor: last && isFull ? encodeCursor([last.last_at, last.thread_id]) : null,
    },
  };
}

/** Starred shows threads of all folders, including those unread in any of them. */
async function findListFolder(db: ReadDb, mailboxId: number, name: string): Promise<FolderRow | undefined> {
  const folder = await findFolder(db, mailboxId, name);
  return folder?.role === 'Starred' ? undefined : folder;
}

/**
 * Any other criterion makes it a search; so does "without files", because a thread may also have a message
 * with some.
 */
export function isFilter(criteria: Criteria, mayBeWhole = false): boolean {
  const {
    folders: _,
    labels: __,
    read,
    starred,
    attachment,
    texts,
    byRelevance,
    impossible,
    ...others
  } = criteria;
  if (byRelevance || impossible || attachment === false) return false;
  if (read === null && starred === null && attachment === null && !mayBeWhole) return false;
  return [...Object.values(texts), ...Object.values(others)].every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
}

/** The number of rows in a mark's index, when there are few enough to be sorted separately. */
function fewestOf(
  { starred, unread, withFiles }: ListFilter,
  { total, total_is_capped }: { total: number; total_is_capped: boolean },
): number | null {
  const hasIndex = starred === true || unread === true || withFiles === true;
  return hasIndex && !total_is_capped && total <= LIMITS.searchCountCap ? total : null;
}

/** Null for the cursor of another search. */
function readPage(query: { offset?: number | undefined; cursor?: string | undefined }, limit: number) {
  if (query.cursor === undefined) return { limit, offset: query.offset ?? 0, after: null };
  const [lastAt, threadId] = decodeCursor(query.cursor, 2) ?? [];
  const isOurs = Number.isSafeInteger(lastAt) && typeof threadId === 'string' && isId(threadId);
  if (!isOurs) return null;
  return { limit, offset: 0, after: { lastAt: Number(lastAt), threadId } } satisfies FilteredPage;
}

/** The list's own counts are exact; others are counted up to a limit. */
async function count(
  db: ReadDb,
  mailboxId: number,
  filter: ListFilter,
  folder: Pick<FolderRow, 'total_threads' | 'unread_threads'>,
): Promise<{ total: number; unread: number; total_is_capped: boolean }> {
  if (filter.starred === null && filter.withFiles === null) {
    const { total_threads: all, unread_threads: unread } = folder;
    if (filter.unread === null) return { total: all, unread, total_is_capped: false };
    const total = filter.unread ? unread : all - unread;
    return { total, unread: filter.unread ? total : 0, total_is_capped: false };
  }
  const { total, unread } = await countFilteredRows(db, mailboxId, filter, LIMITS.searchCountCap + 1);
  const total_is_capped = total > LIMITS.searchCountCap;
  return { total: Math.min(total, LIMITS.searchCountCap), unread, total_is_capped };
}
