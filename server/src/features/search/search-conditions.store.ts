import { WAITING } from '@bocau/contract/waiting-list.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Placed, placedMessages } from '../../mail/mailbox/placed-messages.store.ts';
import { isWaiting } from '../../mail/mailbox/waiting-messages.store.ts';
import { SEGMENT_SECONDS } from '../../mail/search-index/search-vector.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { hasFiles } from './filtered-lists.store.ts';

/** Conditions on a message besides its words. Null matches anything. */
export type MessageFilter = {
  folderId: string | null;
  /** Excluded unless a folder is named. */
  hiddenFolderIds: string[];
  /** As patterns of words; messages matching any of them are excluded. */
  excludedPatterns: string[];
  /** Only threads of this folder's list, such as Starred. */
  listFolderId: string | null;
  /** Only threads of the list of one label of each group; and none of those of the others. */
  labelIds: string[][];
  withoutLabelIds: string[];
  /** Unix seconds, inclusive. */
  since: number | null;
  until: number | null;
  /** In bytes, exclusive. */
  largerThan: number | null;
  smallerThan: number | null;
  attachment: boolean | null;
  /** As the list shows the thread in the message's folder. */
  read: boolean | null;
  starred: boolean | null;
  /** As its conversation is. */
  muted: boolean | null;
  /** As it stands on top of the message's folder. */
  pinned: boolean | null;
  withFiles: true | null;
  /** Lists show single messages: marks are those of the message itself. */
  single: boolean;
};

type Mark = 'starred' | 'unread' | 'files';

/** A set of threads that has an index of its own. */
export type ThreadSet =
  | { kind: 'list'; folderId: string; only?: Mark }
  | { kind: 'large'; largerThan: number }
  | { kind: 'unread' }
  | { kind: 'muted' }
  | { kind: 'pinned' };

/** Messages above this size have an index of their own. */
export const LARGE_BYTES = 1024 * 1024;

/**
 * What of the filter the indexes of states have, at least a folder or a mark; null where the indexes of `messages` lead to what
 * it wants.
 */
export function placedOf({
  folderId,
  largerThan,
  read,
  starred,
  listFolderId,
  labelIds,
  single,
}: MessageFilter) {
  if (largerThan !== null && largerThan >= LARGE_BYTES) return null;
  const placed: Placed = {
    ...(folderId !== null && { in: folderId }),
    ...(single && read === false && { unread: true }),
    ...(single && (starred === true || listFolderId !== null) && { starred: true }),
    ...(single && labelIds.some((ids) => !ids.includes(WAITING)) && { labelled: true }),
  };
  return Object.keys(placed).length > 0 ? placed : null;
}

/** The filter as conditions on the message `m`. */
export function filterConditions(mailboxId: number, filter: MessageFilter): RawBuilder<unknown> {
  const { folderId, hiddenFolderIds, listFolderId, excludedPatterns, labelIds, withoutLabelIds } = filter;
  const {
    since,
    until,
    largerThan,
    smallerThan,
    attachment,
    read,
    starred,
    muted,
    pinned,
    withFiles,
    single,
  } = filter;
  const ofRow = (condition: RawBuilder<unknown>) => sql`exists (${rowOfMessage} and ${condition} offset 0)`;
  const conditions = [
    folderId === null ? sql`m.folder_id <> all(${hiddenFolderIds}::uuid[])` : sql`m.folder_id = ${folderId}`,
    since !== null && sql`m.received_at >= ${since}`,
    until !== null && sql`m.received_at <= ${until}`,
    largerThan !== null && sql`m.size > ${largerThan}`,
    largerThan !== null && largerThan >= LARGE_BYTES && sql`m.size > ${sql.lit(LARGE_BYTES)}`,
    smallerThan !== null && sql`m.size < ${smallerThan}`,
    attachment === true && sql`m.has_attachments`,
    attachment === false && sql`not m.has_attachments`,
    read !== null && (single ? sql`m.unread = ${!read}` : ofRow(sql`r.unread = ${!read}`)),
    starred !== null && (single ? sql`m.starred = ${starred}` : ofRow(sql`r.starred = ${starred}`)),
    muted !== null && (muted ? IS_MUTED : sql`not ${IS_MUTED}`),
    pinned !== null && (pinned ? isPinned(single) : sql`not ${isPinned(single)}`),
    withFiles === true && ofRow(hasFiles('r')),
    listFolderId !== null &&
      (single ? sql`m.starred` : sql`m.thread_id in (${threadsOfList(mailboxId, listFolderId)})`),
    ...labelIds.map(
      (ids) =>
        sql`(${sql.join(
          ids.map((id) => hasLabel(id, single)),
          sql` or `,
        )})`,
    ),
    ...withoutLabelIds.map((id) => sql`not ${hasLabel(id, single)}`),
    ...excludedPatterns.map((pattern) => sql`not ${hasWords(mailboxId, pattern)}`),
  ].filter((condition) => condition !== false);
  return sql.join(conditions, sql` and `);
}

const IS_MUTED = sql`exists (
  select from threads t where t.mailbox_id = m.mailbox_id and t.id = m.thread_id and t.muted offset 0)`;

/** Of a conversation of which a message is pinned in this folder; a single message is pinned itself. */
function isPinned(single: boolean): RawBuilder<unknown> {
  if (single) return sql`coalesce(m.pinned_folder_id = m.folder_id, false)`;
  return sql`exists (
    select from messages p where p.mailbox_id = m.mailbox_id and p.thread_id = m.thread_id
      and p.folder_id = m.folder_id and p.pinned_folder_id = m.folder_id offset 0)`;
}

/** Of a conversation that is in the label's list, whichever of its messages carries it; a single message carries it itself. */
function hasLabel(id: string, single: boolean): RawBuilder<unknown> {
  if (single && id === WAITING) return isWaiting('m');
  if (single) return sql`coalesce(m.label_ids @> ${[id]}::uuid[], false)`;
  return sql`exists (
    select from list_rows r
    where r.mailbox_id = m.mailbox_id and r.thread_id = m.thread_id and r.folder_id = ${id} offset 0)`;
}

/** A query for the distinct ids of the threads. */
export function threadsOf(mailboxId: number, set: ThreadSet): RawBuilder<unknown> {
  switch (set.kind) {
    case 'list':
      return threadsOfList(mailboxId, set.folderId, set.only);
    case 'large':
      return distinct(largeMessages(mailboxId, set.largerThan));
    case 'unread':
      return distinct(sql`
        select m.thread_id from ${placedMessages(mailboxId, { unread: true })} p
        cross join lateral (select thread_id from messages where mailbox_id = ${mailboxId} and id = p.id offset 0) m`);
    case 'muted':
      return mutedThreads(mailboxId);
    case 'pinned':
      return distinct(pinnedMessages(mailboxId));
  }
}

/** The offset keeps the planner from reading the whole mailbox in the order of its threads, to avoid a sort. */
function distinct(threads: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select distinct u.thread_id from (${threads} offset 0) u`;
}

function largeMessages(mailboxId: number, largerThan: number): RawBuilder<unknown> {
  return sql`
    select m.thread_id from messages m
    where m.mailbox_id = ${mailboxId} and m.size > ${largerThan} and m.size > ${sql.lit(LARGE_BYTES)}`;
}

function mutedThreads(mailboxId: number): RawBuilder<unknown> {
  return sql`select t.id as thread_id from threads t where t.mailbox_id = ${mailboxId} and t.muted`;
}

function pinnedMessages(mailboxId: number): RawBuilder<unknown> {
  return sql`
    select p.thread_id from messages p
    where p.mailbox_id = ${mailboxId} and p.pinned_folder_id is not null and p.pinned_folder_id = p.folder_id`;
}

/** Counts the pinned messages up to a limit. */
export function countPinned(db: ReadDb, mailboxId: number, limit: number): Promise<number> {
  return countUpTo(db, pinnedMessages(mailboxId), limit);
}

/** Counts the muted threads up to a limit. */
export function countMuted(db: ReadDb, mailboxId: number, limit: number): Promise<number> {
  return countUpTo(db, mutedThreads(mailboxId), limit);
}

/** The list row of the thread in the message's folder. */
const rowOfMessage = sql`
  select from list_rows r
  where r.mailbox_id = m.mailbox_id and r.thread_id = m.thread_id and r.folder_id = m.folder_id`;

function threadsOfList(mailboxId: number, folderId: string, only?: Mark): RawBuilder<unknown> {
  return sql`select l.thread_id from list_rows l where l.mailbox_id = ${mailboxId} and l.folder_id = ${folderId}
    ${only === undefined ? sql`` : sql`and ${only === 'files' ? hasFiles('l') : sql.ref(`l.${only}`)}`}`;
}

/** Matches the words against the one index row of `m`, with that row's prefix. */
export function hasWords(mailboxId: number, pattern: string): RawBuilder<unknown> {
  return sql`exists (
    select from message_search s
    where s.mailbox_id = ${mailboxId} and s.message_id = m.id and s.words @@ ${queryOfRow(mailboxId, pattern)}
    offset 0)`;
}

/** The pattern as a tsquery for the index row `s`. */
export function queryOfRow(mailboxId: number, pattern: string): RawBuilder<unknown> {
  return sql`replace(${pattern}, '~', ${`${mailboxId.toString(16)}.`} ||
    to_hex(greatest(s.received_at, 0) / ${sql.lit(SEGMENT_SECONDS)}) || '.')::tsquery`;
}

/** Counts the large messages up to a limit. */
export async function countLargeMessages(
  db: ReadDb,
  mailboxId: number,
  largerThan: number,
  limit: number,
): Promise<number> {
  return countUpTo(db, largeMessages(mailboxId, largerThan), limit);
}

async function countUpTo(db: ReadDb, query: RawBuilder<unknown>, limit: number): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`select count(*)::integer as count from (${query} limit ${limit}) few`,
  );
  return rows[0]?.count ?? 0;
}
