import { WAITING } from '@bocau/contract/waiting-list.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { PINNED_SECONDS, type ThreadMessage } from '../mailbox/list-cards.ts';
import {
  type Next,
  type NextMessage,
  type OfMessages,
  placedMessages,
  readNext,
} from '../mailbox/placed-messages.store.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';
import { isWaiting } from '../mailbox/waiting-messages.store.ts';

/** A message with the path of its folder. */
export type SingleMessage = ThreadMessage & { path: string };

/** All messages of one folder, the starred ones of all folders but some, or those of these with a label. */
export type SingleList =
  | { folderId: string }
  | { starredOutside: string[] }
  | { labelId: string; outside: string[] /** In the label's list. */; threads: number };

/** As many threads are read faster than the index of all messages with labels. */
const FEW_THREADS = 2_000;

export type SinglePage = {
  limit: number;
  offset: number;
  after: { lastAt: number; messageId: string } | null;
};

/** For the message `m` in the folder `f` of the surrounding query. */
const FIELDS = [
  ...[
    'id',
    'thread_id',
    'folder_id',
    'old_folder_id',
    'received_at',
    'unread',
    'starred',
    'draft',
    'spoofed',
  ],
  ...[
    'has_attachments',
    'important',
    'receipt',
    'size',
    'send_state',
    'tracking',
    'subject',
    'snippet',
    'sender',
  ],
  'recipients',
  'label_ids',
  'snoozed_until',
  'back_at',
  'follow_up_at',
  'pinned_folder_id',
  'muted',
];
const COLUMNS = sql`${sql.join(FIELDS.map((name) => sql.ref(`m.${name}`)))}, f.path`;

/** As JSON, for a query that selects more than these. */
export const SINGLE_JSON: RawBuilder<unknown> = sql`json_build_object(${sql.join(
  FIELDS.flatMap((name) => [sql.lit(name), sql.ref(`m.${name}`)]),
)}, 'path', f.path)`;

/** Messages by their ids, in the same order; those that are gone or hidden are left out. */
export async function readSingles(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<SingleMessage[]> {
  return readRows(
    db,
    sql<SingleMessage>`
      select ${COLUMNS}
      from unnest(${messageIds}::uuid[]) with ordinality as w(id, position)
      cross join lateral (
        select * from messages where mailbox_id = ${mailboxId} and id = w.id offset 0
      ) m
      join folders f on f.mailbox_id = ${mailboxId} and f.id = m.folder_id
      where ${isShown('m')}
      order by w.position`,
  );
}

/** A page of a list, newest first. The rows before the page are skipped within the index. */
export async function readSinglePage(
  db: ReadDb,
  mailboxId: number,
  list: SingleList,
  page: SinglePage & { someAhead: boolean },
): Promise<SingleMessage[]> {
  return readRows(
    db,
    sql<SingleMessage>`
      select ${COLUMNS}
      from (${page.someAhead ? pageWithAhead(mailboxId, list, page) : pageByArrival(mailboxId, list, page)}) p
      cross join lateral (
        select * from messages where mailbox_id = ${mailboxId} and id = p.id offset 0
      ) m
      join folders f on f.mailbox_id = ${mailboxId} and f.id = m.folder_id
      order by p.at desc, m.id desc`,
  );
}

/** Whether a list has messages ahead of their arrival: pinned ones, and those that came back from Snoozed. */
export async function readSomeAhead(db: ReadDb, mailboxId: number, list: SingleList): Promise<boolean> {
  const [found] = await readRows(
    db,
    sql<{ some: boolean }>`select exists (${ahead(mailboxId, list)} limit 1) as some`,
  );
  return found?.some === true;
}

/** Few, each kind by an index of its own. */
function ahead(mailboxId: number, list: SingleList): RawBuilder<unknown> {
  const messages = sql`from messages o where o.mailbox_id = ${mailboxId} and ${isListed(mailboxId, list)}`;
  if (!('folderId' in list)) return sql`select o.id, o.back_at as at ${messages} and ${IS_BACK}`;
  return sql`
    select o.id, o.back_at as at ${messages} and ${IS_BACK} and o.pinned_folder_id is distinct from ${list.folderId}
    union all
    select o.id, greatest(o.received_at, o.back_at) + ${sql.lit(PINNED_SECONDS)}::bigint ${messages}
      and o.pinned_folder_id = ${list.folderId}`;
}

const IS_BACK = sql`o.back_at is not null and o.back_at > o.received_at`;

function pageByArrival(mailboxId: number, list: SingleList, page: SinglePage): RawBuilder<unknown> {
  return sql`
    select id, at from ${inOrder(mailboxId, list, page)} p
    order by at desc, id desc limit ${page.limit} offset ${page.offset}`;
}

/** Those that are ahead are taken out of the order of arrival by their ids. */
function pageWithAhead(mailboxId: number, list: SingleList, page: SinglePage): RawBuilder<unknown> {
  return sql`
    with ahead as materialized (${ahead(mailboxId, list)})
    select id, at from (
      (select id, at from ${inOrder(mailboxId, list, page, sql`and p.id <> all(array(select id from ahead))`)} p)
      union all
      (select o.id, o.at from ahead o where true ${behind('o', 'at', page)}
        order by o.at desc, o.id desc limit ${page.limit + page.offset})
    ) both_orders
    order by at desc, id desc limit ${page.limit} offset ${page.offset}`;
}

/** As many as the page and those before it need. */
function inOrder(
  mailboxId: number,
  list: SingleList,
  page: SinglePage,
  others: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return listedMessages(
    mailboxId,
    list,
    (table) => sql`
      select p.id, p.received_at as at from ${table} p where true ${behind('p', 'received_at', page)} ${others}
      order by p.received_at desc, p.id desc limit ${page.limit + page.offset}`,
  );
}

function behind(row: 'o' | 'p', time: 'at' | 'received_at', { after }: SinglePage): RawBuilder<unknown> {
  if (after === null) return sql``;
  return sql`and (${sql.ref(`${row}.${time}`)}, ${sql.ref(`${row}.id`)}) < (${after.lastAt}, ${after.messageId})`;
}

/** The next messages of a list, by their arrival alone, newest first. */
export function readListedMessages(
  db: ReadDb,
  mailboxId: number,
  list: SingleList,
  next: Next,
): Promise<NextMessage[]> {
  return readNext(db, mailboxId, next, (query) => listedMessages(mailboxId, list, query));
}

/** What a query answers of the messages of the list, as a table. */
function listedMessages(mailboxId: number, list: SingleList, query: OfMessages): RawBuilder<unknown> {
  if ('folderId' in list) return placedMessages(mailboxId, { in: list.folderId }, query);
  if ('starredOutside' in list) {
    return placedMessages(mailboxId, { starred: true, outside: list.starredOutside }, query);
  }
  const { labelId: label, outside } = list;
  if (label !== WAITING && list.threads > FEW_THREADS) {
    return placedMessages(mailboxId, { label, outside }, query);
  }
  const messages = sql`(
    select o.id, o.received_at from messages o where o.mailbox_id = ${mailboxId} and ${isListed(mailboxId, list)})`;
  return sql`(${query(messages)})`;
}

/** Whether the message `o` of the surrounding query is in the list. */
function isListed(mailboxId: number, list: SingleList): RawBuilder<unknown> {
  if ('labelId' in list) {
    const ofFew = sql`and o.thread_id = any(array(
      select r.thread_id from list_rows r where r.mailbox_id = ${mailboxId} and r.folder_id = ${list.labelId}))`;
    if (list.labelId === WAITING) {
      return sql`${isWaiting('o')} and o.folder_id <> all(${list.outside}::uuid[]) and ${isShown('o')} ${ofFew}`;
    }
    return sql`o.label_ids @> ${[list.labelId]}::uuid[]
      and o.folder_id <> all(${list.outside}::uuid[]) and ${isShown('o')} ${list.threads <= FEW_THREADS ? ofFew : sql``}`;
  }
  if ('folderId' in list) return sql`o.folder_id = ${list.folderId} and ${isShown('o')}`;
  return sql`o.starred and o.folder_id <> all(${list.starredOutside}::uuid[]) and ${isShown('o')}`;
}

/** Those of the messages that are shown. */
export async function readKnownMessages(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
      select m.id from messages m
      where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and ${isShown('m')}`,
  );
  return rows.map(({ id }) => id);
}
