import { STARRED } from '@bocau/contract/folder-roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { pathKey } from '../../mail/folders/folder-names.ts';
import { isShown } from '../../mail/mailbox/shown-messages.store.ts';
import type { Selection } from '../../mail/messages/message-state.store.ts';
import { listsMessages } from '../../mail/settings/settings.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export type ListPage = { limit: number; offset: number; after: { lastAt: number; threadId: string } | null };

export type PrintedRow = {
  thread_id: string;
  last_at: number;
  unread: boolean;
  starred: boolean;
  /** The stored JSON as text: it is passed on, not parsed. */
  card: string;
  home_path: string;
};

/** `single`: the mailbox's lists show messages, not these rows. */
export type ThreadList = { total: number; unread: number; single: boolean; rows: PrintedRow[] };

type ListRow = PrintedRow & { total: number; unread_total: number; single: boolean };

// From here on the rows before the page are skipped within the index, and the page's rows fetched by their
// key. The folder is compared as text there, because PostgreSQL assumes that mailbox and folder are
// independent, expects three rows in a folder of thousands, and would walk that folder once for each row of
// the page (90 ms instead of 0.7).
const DEEP_OFFSET = 200;

/** A folder by its path; or a label, or what is unread of it, by its id or its name. */
export type ListName = { path: string } | { label: string; unread: boolean };

/**
 * One page of a list, newest first, with its counts: one query. Null when there is no such folder or label.
 */
export async function readThreadList(
  db: ReadDb,
  mailboxId: number,
  name: ListName,
  page: ListPage,
): Promise<ThreadList | null> {
  const path = 'path' in name ? pathKey(name.path) : null;
  const onlyUnread = 'label' in name && name.unread;
  const holdsMessages = path !== null && path !== pathKey(STARRED);
  const range = sql`
    where r.mailbox_id = f.mailbox_id and r.folder_id = f.id ${onlyUnread ? sql`and r.unread` : sql``}
      ${page.after ? sql`and (r.last_at, r.thread_id) < (${page.after.lastAt}, ${page.after.threadId})` : sql``}
    order by r.last_at desc, r.thread_id desc limit ${page.limit} offset ${page.offset}`;
  const columns = sql`r.thread_id, r.last_at, r.unread, r.starred, r.card::text as card, ${
    holdsMessages
      ? sql`f.path as home_path`
      : sql`(select h.path from folders h
          where h.mailbox_id = r.mailbox_id and h.id = (r.card->>'folder_id')::uuid) as home_path`
  }`;
  const rowsOfPage =
    page.offset < DEEP_OFFSET
      ? sql`select ${columns} from list_rows r ${range}`
      : sql`
        select ${columns}
        from (select r.thread_id, r.last_at from list_rows r ${range}) p
        cross join lateral (
          select * from list_rows l
          where l.mailbox_id = f.mailbox_id and l.thread_id = p.thread_id and l.folder_id::text = f.id::text
        ) r
        order by p.last_at desc, p.thread_id desc`;
  const rows = await readRows(
    db,
    sql<ListRow>`
    select ${onlyUnread ? sql`f.unread_threads` : sql`f.total_threads`} as total, f.unread_threads as unread_total,
      ${listsMessages(mailboxId)} as single, r.*
    from ${path === null ? sql`labels` : sql`folders`} f left join lateral (${rowsOfPage}) r on true
    where f.mailbox_id = ${mailboxId} and ${'label' in name ? isLabel(name.label) : sql`f.path_key = ${path}`}`,
  );
  const first = rows[0];
  if (!first) return null;
  const { total, unread_total: unread, single } = first;
  return { total, unread, single, rows: first.thread_id === null ? [] : rows };
}

function isLabel(name: string): RawBuilder<unknown> {
  const named = isId(name) ? sql`f.id = ${name}` : sql`f.path_key = ${pathKey(name)}`;
  return sql`${named} and f.deleted_at is null`;
}

/** Ids of the messages, or of those of the threads, in all folders but these. */
export async function readIdsOutside(
  db: ReadDb,
  mailboxId: number,
  { threadIds, messageIds }: Pick<Selection, 'threadIds' | 'messageIds'>,
  folderIds: string[],
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
      select m.id from messages m where m.mailbox_id = ${mailboxId}
        ${threadIds ? sql`and m.thread_id = any(${threadIds}::uuid[]) and ${isShown('m')}` : sql``}
        ${messageIds ? sql`and m.id = any(${messageIds}::uuid[])` : sql``}
        and m.folder_id <> all(${folderIds}::uuid[])`,
  );
  return rows.map((row) => row.id);
}
