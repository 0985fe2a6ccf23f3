import { LIMITS } from '@bocau/contract/limits.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import { findFolder } from '../folders/find-folder.ts';
import { printList } from './print-list.ts';
import { type ListPage, readThreadList } from './threads.store.ts';

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };

export async function listFolder(db: Db, mailboxId: number, name: string, query: PageQuery): Promise<Bytes> {
  const page = readPage(query);
  let list = await readThreadList(db, mailboxId, name, page);
  if (!list) {
    // Not a path: the last part of one, or an id.
    const folder = await findFolder(db, mailboxId, name);
    if (folder) list = await readThreadList(db, mailboxId, folder.path, page);
  }
  if (!list) throw new Failure('folder_not_found', 'There is no such folder');
  const last = list.rows.at(-1);
  const isFull = list.rows.length === page.limit;
  return printList(list.rows, {
    total: list.total,
    unread: list.unread,
    next_cursor: last && isFull ? encodeCursor([last.last_at, last.thread_id]) : null,
  });
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
    throw new Failure('invalid_cursor', 'This cursor can not be used; begin with the first page');
  }
  return { limit, offset: 0, after: { lastAt, threadId } };
}
