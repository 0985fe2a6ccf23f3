import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { FolderRow } from '../../mail/folders/folders.store.ts';
import type { LabelRow } from '../../mail/labels/labels.store.ts';
import type { SystemFolderIds } from '../../mail/mailbox/list-cards.ts';
import { readSystemFolders } from '../../mail/mailbox/mailbox.store.ts';
import {
  readSinglePage,
  readSomeAhead,
  type SingleList,
  type SinglePage,
} from '../../mail/threads/single-rows.store.ts';
import { rowsOfSingles } from '../../mail/threads/single-rows.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import { encodeCursor } from '../../platform/db/paging.ts';
import type { ReadDb } from '../../tables.ts';

type SingleRows = {
  data: Thread[];
  meta: { total: number; unread: number; next_cursor: string | null };
};

/** A page of a folder's messages, one row each. */
export async function listSingles(
  db: ReadDb,
  mailboxId: number,
  folder: FolderRow,
  page: SinglePage,
): Promise<SingleRows> {
  const special = await readSystemFolders(db, mailboxId);
  const list: SingleList =
    folder.id === special.Starred
      ? { starredOutside: DISCARDED_FOLDERS.map((role) => special[role]) }
      : { folderId: folder.id };
  return pageOf(db, mailboxId, { list, special, ...folder }, page);
}

export async function listSinglesOfLabel(
  db: ReadDb,
  mailboxId: number,
  label: LabelRow,
  page: SinglePage,
): Promise<SingleRows> {
  const special = await readSystemFolders(db, mailboxId);
  const list = {
    labelId: label.id,
    threads: label.total_threads,
    outside: DISCARDED_FOLDERS.map((role) => special[role]),
  };
  return pageOf(db, mailboxId, { list, special, ...label }, page);
}

type Shown = {
  list: SingleList;
  special: SystemFolderIds;
  /** Of the folder or label. */
  id: string;
  total_messages: number;
  unread_messages: number;
};

async function pageOf(
  db: ReadDb,
  mailboxId: number,
  { list, special, id, total_messages: total, unread_messages: unread }: Shown,
  page: SinglePage,
): Promise<SingleRows> {
  const someAhead = await readSomeAhead(db, mailboxId, list);
  const messages = await readSinglePage(db, mailboxId, list, { ...page, someAhead });
  const rows = rowsOfSingles(messages, special).filter((row) => row.folder_id === id);
  const [last, lastRow] = [messages.at(-1), rows.at(-1)];
  const isFull = messages.length === page.limit;
  return {
    data: rows.map(threadView),
    meta: {
      ...{ total, unread },
      next_cursor: last && lastRow && isFull ? encodeCursor([lastRow.last_at, last.id]) : null,
    },
  };
}
