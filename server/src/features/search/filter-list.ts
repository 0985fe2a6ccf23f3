import { LIMITS } from '@bocau/contract/limits.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { type FolderRow, findFolder } from '../../mail/folders/folders.store.ts';
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
 * Unread, read or starred threads of one folder, or those with files: an ordinary list, read from the
 * folder's rows and not from its messages, however few of them it shows. Null for every other search.
 */
export async function filterList(
  db: ReadDb,
  mailboxId: number,
  criteria: Criteria,
  query: PageQuery,
  order: ListOrder | null,
): Promise<FilteredList | null> {
  const [named, ...others] = criteria.folders;
  if (!named || others.length > 0 || !isFilter(criteria)) return null;
  const limit = query.limit ?? LIMITS.pageSize;
  const page = readPage(query, limit);
  const folder = await findFolder(db, mailboxId, named.name);
  // Starred shows threads of all folders, including those unread in any of them.
  if ((!page && !order) || !folder || folder.role === 'Starred') return null;
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

/**
 * Any other criterion makes it a search; so does "without files", because a thread may also have a message
 * with some.
 */
export function isFilter(criteria: Criteria): boolean {
  const { folders: _, read, starred, attachment, texts, byRelevance, impossible, ...others } = criteria;
  if (byRelevance || impossible || attachment === false) return false;
  if (read === null && starred === null && attachment === null) return false;
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

/** The folder's own counts are exact; others are counted up to a limit. */
async function count(
  db: ReadDb,
  mailboxId: number,
  filter: ListFilter,
  folder: FolderRow,
): Promise<{ total: number; unread: number; total_is_capped: boolean }> {
  if (filter.starred === null && filter.withFiles === null) {
    const total = filter.unread ? folder.unread_threads : folder.total_threads - folder.unread_threads;
    return { total, unread: filter.unread ? total : 0, total_is_capped: false };
  }
  const { total, unread } = await countFilteredRows(db, mailboxId, filter, LIMITS.searchCountCap + 1);
  const total_is_capped = total > LIMITS.searchCountCap;
  return { total: Math.min(total, LIMITS.searchCountCap), unread, total_is_capped };
}
