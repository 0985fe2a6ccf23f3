import type { MetaOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { SearchQuery } from '@bocau/contract/search-query.ts';
import type { listThreads, Thread } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { isYetToCome } from '../../mail/folders/folder-names.ts';
import { findFolder } from '../../mail/folders/folders.store.ts';
import { findLabel } from '../../mail/labels/labels.store.ts';
import { labelNotFound } from '../../mail/messages/label-messages.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { search } from '../search/search.ts';
import { type ListOrder, readOrder, sortList } from '../search/sort-list.ts';
import { listSingles, listSinglesOfLabel } from './list-singles.ts';
import { serializeList } from './serialize-list.ts';
import { type ListPage, readThreadList, type ThreadList } from './threads.store.ts';

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
type ListQuery = PageQuery & Pick<SearchQuery, 'sort'>;

type CountedList = { id: string; total_threads: number; unread_threads: number };
type SortedFolder = { data: Thread[]; meta: MetaOf<typeof listThreads> };

const NOTHING: SortedFolder = { data: [], meta: { total: 0, unread: 0, next_cursor: null } };

export async function listFolder(
  db: ReadDb,
  mailboxId: number,
  name: string,
  query: ListQuery,
): Promise<Bytes | SortedFolder> {
  const { order, pending } = await readOrder(db, mailboxId, query);
  if (order && !(await readListsMessages(db, mailboxId)))
    return sortFolder(db, mailboxId, name, order, query);
  const page = readPage(query);
  let list = await readThreadList(db, mailboxId, { path: name }, page);
  if (!list) {
    // Not a path: the last part of one, or an id.
    const folder = await findFolder(db, mailboxId, name);
    if (folder) list = await readThreadList(db, mailboxId, { path: folder.path }, page);
  }
  if (!list) return listOfNone(name);
  if (list.single) {
    const folder = await findFolder(db, mailboxId, name);
    if (!folder) throw new Failure('folder_not_found', 'Folder not found');
    const { after } = page;
    return listSingles(db, mailboxId, folder, {
      ...page,
      after: after && { lastAt: after.lastAt, messageId: after.threadId },
    });
  }
  return printPage(list, page, pending);
}

/** The list of a label, by its id or its name: all but what lies in Trash and Junk; or what is unread of it. */
export async function listLabel(
  db: ReadDb,
  mailboxId: number,
  name: string,
  query: ListQuery & Pick<SearchQuery, 'is_read'>,
): Promise<Bytes | SortedFolder> {
  const { order, pending } = await readOrder(db, mailboxId, query);
  const unread = query.is_read === false;
  if (!order) {
    const page = readPage(query);
    const list = await readThreadList(db, mailboxId, { label: name, unread }, page);
    if (list && !list.single) return printPage(list, page, pending);
  }
  if (unread) return search(db, mailboxId, { ...query, label: name });
  const label = await findLabel(db, mailboxId, name);
  // Nobody has waited for an answer yet.
  if (!label && name === WAITING) return NOTHING;
  if (!label) throw labelNotFound();
  if (order && !(await readListsMessages(db, mailboxId))) return sortRows(db, mailboxId, label, order, query);
  const page = readPage(query);
  const { after } = page;
  return listSinglesOfLabel(db, mailboxId, label, {
    ...page,
    after: after && { lastAt: after.lastAt, messageId: after.threadId },
  });
}

/** Of a folder that is not there. */
function listOfNone(name: string): SortedFolder {
  if (!isYetToCome(name)) throw new Failure('folder_not_found', 'Folder not found');
  return NOTHING;
}

function printPage(list: ThreadList, page: ListPage, pending: boolean): Bytes {
  const last = list.rows.at(-1);
  const isFull = list.rows.length === page.limit;
  return serializeList(list.rows, {
    total: list.total,
    unread: list.unread,
    next_cursor: last && isFull ? encodeCursor([last.last_at, last.thread_id]) : null,
    ...(pending ? { sort_pending: true as const } : {}),
  });
}

async function sortFolder(
  db: ReadDb,
  mailboxId: number,
  name: string,
  order: ListOrder,
  query: PageQuery,
): Promise<SortedFolder> {
  const folder = await findFolder(db, mailboxId, name);
  if (!folder) return listOfNone(name);
  return sortRows(db, mailboxId, folder, order, query);
}

async function sortRows(
  db: ReadDb,
  mailboxId: number,
  { id: folderId, total_threads: total, unread_threads: unread }: CountedList,
  order: ListOrder,
  query: PageQuery,
): Promise<SortedFolder> {
  const rows = { folderId, starred: null, unread: null, withFiles: null, fewest: null };
  const { data, next_cursor } = await sortList(db, mailboxId, rows, order, query);
  return { data, meta: { total, unread, next_cursor } };
}

function readPage(query: PageQuery): ListPage {
  const limit = query.limit ?? LIMITS.pageSize;
  if (query.cursor === undefined) return { limit, offset: query.offset ?? 0, after: null };
  const values = decodeCursor(query.cursor, 2);
  const [lastAt, threadId] = values ?? [];
  if (
    typeof lastAt !== 'number' ||
    !Number.isSafeInteger(lastAt) ||
    typeof threadId !== 'string' ||
    !isId(threadId)
  ) {
    throw new Failure('invalid_cursor', 'The cursor is no longer valid; start again from the first page');
  }
  return { limit, offset: 0, after: { lastAt, threadId } };
}
