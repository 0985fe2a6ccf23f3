import { DISCARDED_FOLDERS, STARRED } from '@bocau/contract/folder-roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ListCard, ReadDb, Tx } from '../../tables.ts';
import { THREAD_ROWS } from '../owned-tables.ts';

/** Lists whose row is used as a thread's home row only when it has no other. */
const NOT_HOME = [...DISCARDED_FOLDERS, STARRED];

export type ThreadRow = {
  thread_id: string;
  last_at: number;
  unread: boolean;
  starred: boolean;
  card: ListCard;
  /** The path of the folder that actions on the row apply to. */
  home_path: string;
};

/** The row of a thread in one list; without a list, the one of its home folder. */
export async function readThreadRow(
  db: ReadDb,
  mailboxId: number,
  threadId: string,
  folderId: string | null,
): Promise<ThreadRow | undefined> {
  const rows = await readRows(
    db,
    sql<ThreadRow>`
    select r.thread_id, r.last_at, r.unread, r.starred, r.card, f.path as home_path
    from list_rows r join folders l on l.mailbox_id = r.mailbox_id and l.id = r.folder_id
    join folders f on f.mailbox_id = r.mailbox_id and f.id = (r.card->>'folder_id')::uuid
    where r.mailbox_id = ${mailboxId} and r.thread_id = ${threadId}
      ${folderId === null ? sql`` : sql`and r.folder_id = ${folderId}`}
    order by (l.role = any(${NOT_HOME})) nulls first, r.last_at desc limit 1`,
  );
  return rows[0];
}

/** The rows of several threads in one list, or in their home lists; unordered. */
export async function readThreadRows(
  db: ReadDb,
  mailboxId: number,
  threadIds: string[],
): Promise<(ThreadRow & { folder_id: string })[]> {
  const rows = await readRows(
    db,
    sql<ThreadRow & { folder_id: string }>`
    select r.folder_id, r.thread_id, r.last_at, r.unread, r.starred, r.card, f.path as home_path
    from list_rows r join folders f on f.mailbox_id = r.mailbox_id and f.id = (r.card->>'folder_id')::uuid
    where r.mailbox_id = ${mailboxId} and r.thread_id = any(${threadIds}::uuid[])`,
  );
  return rows;
}

/** What each id resolves to: itself, or the thread it was merged into; and whether that thread is known. */
export async function readResolved(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; known: boolean }[]> {
  // One look-up per id: PostgreSQL assumes an average mailbox, and would scan all threads of a large one.
  const rows = await readRows(
    db,
    sql<{ id: string; known: boolean }>`
    select coalesce(g.thread_id, w.id) as id, (t.id is not null) as known
    from unnest(${ids}::uuid[]) as w(id)
    left join lateral (
      select thread_id from merged_threads where mailbox_id = ${mailboxId} and id = w.id limit 1) g on true
    left join lateral (
      select id from threads where mailbox_id = ${mailboxId} and id = coalesce(g.thread_id, w.id) limit 1
    ) t on true`,
  );
  return rows;
}

/** Maps an id that a message references to its thread. */
export type ThreadKey = { key: string; thread_id: string };
export type KnownKey = ThreadKey & {
  message_count: number;
  snoozed: boolean | null;
  awaiting: boolean | null;
  muted: boolean | null;
};

/** A query for the threads that the keys lead to. */
export function knownKeysQuery(mailboxId: number, keys: string[]): RawBuilder<KnownKey> {
  return sql<KnownKey>`
    select encode(k.key, 'hex') as key, k.thread_id, t.message_count, t.snoozed, t.awaiting, t.muted
    from unnest(${keys}::text[]) as wanted(key)
    join thread_keys k on k.mailbox_id = ${mailboxId} and k.key = decode(wanted.key, 'hex')
    join threads t on t.mailbox_id = k.mailbox_id and t.id = k.thread_id`;
}

/** Steps of one statement (CTEs): new threads, and keys that are new or lead to another thread now. */
export function newThreadSteps(
  mailboxId: number,
  created: string[],
  keys: ThreadKey[],
): RawBuilder<unknown>[] {
  const steps = [
    created.length > 0 &&
      sql`made as (
        insert into threads (mailbox_id, id, message_count)
        select ${mailboxId}, id, 0 from unnest(${created}::uuid[]) as t(id))`,
    keys.length > 0 &&
      sql`keyed as (
        insert into thread_keys (mailbox_id, key, thread_id)
        select ${mailboxId}, decode(key, 'hex'), thread_id
        from unnest(${keys.map((row) => row.key)}::text[], ${keys.map((row) => row.thread_id)}::uuid[])
          as k(key, thread_id)
        on conflict (mailbox_id, key) do update set thread_id = excluded.thread_id)`,
  ];
  return steps.filter((step) => step !== false);
}

/** Keys that are new or lead to another thread now. */
export async function writeThreadKeys(tx: Tx, mailboxId: number, keys: ThreadKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`with ${sql.join(newThreadSteps(mailboxId, [], keys))} select`.execute(tx);
}

/** Keys that lead to the threads of messages. */
export async function writeKeysOfMessages(
  tx: Tx,
  mailboxId: number,
  keys: { key: string; message_id: string }[],
): Promise<void> {
  await sql`
    insert into thread_keys (mailbox_id, key, thread_id)
    select ${mailboxId}, decode(k.key, 'hex'), m.thread_id
    from unnest(${keys.map((row) => row.key)}::text[], ${keys.map((row) => row.message_id)}::uuid[])
      as k(key, message_id)
    join messages m on m.mailbox_id = ${mailboxId} and m.id = k.message_id
    on conflict (mailbox_id, key) do update set thread_id = excluded.thread_id`.execute(tx);
}

/** `answerKeyOf` of a Message-ID and a folded address. */
export function answerKey(messageId: RawBuilder<unknown>, address: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql`substring(sha256(convert_to('answer ' || ${messageId} || ' ' || ${address}, 'UTF8')) from 1 for 16)`;
}

export async function mergeThread(tx: Tx, mailboxId: number, from: string, into: string): Promise<void> {
  const moves = THREAD_ROWS.filter(({ derived }) => !derived).map(
    ({ table }) => sql`${sql.ref(`moved_${table}`)} as (
      update ${sql.table(table)} set thread_id = ${into} where mailbox_id = ${mailboxId} and thread_id = ${from})`,
  );
  await sql`
    with ${sql.join(moves)}
    insert into merged_threads (mailbox_id, id, thread_id) values (${mailboxId}, ${from}, ${into})`.execute(
    tx,
  );
}

/** A mailbox with a thread that lost its last message before then. */
export async function findMailboxWithEmptyThreads(db: ReadDb, before: number): Promise<number | undefined> {
  const rows = await readRows(
    db,
    sql<{ mailbox_id: number }>`
    select mailbox_id from threads where emptied_at < ${before} order by emptied_at limit 1`,
  );
  return rows[0]?.mailbox_id;
}

/** Deletes threads that lost their last message before then, up to a limit, with all keys that led to them. */
export async function deleteEmptiedThreads(
  tx: Tx,
  mailboxId: number,
  before: number,
  limit: number,
): Promise<void> {
  const led = THREAD_ROWS.filter(({ leadsToIt }) => leadsToIt).map(
    ({ table }) => sql`${sql.ref(`led_${table}`)} as (
      delete from ${sql.table(table)} o using forgotten f where o.mailbox_id = ${mailboxId} and o.thread_id = f.id)`,
  );
  await sql`
    with forgotten as (
      delete from threads t using (
        select id from threads where mailbox_id = ${mailboxId} and emptied_at < ${before} limit ${limit}
      ) old
      where t.mailbox_id = ${mailboxId} and t.id = old.id returning t.id
    ), ${sql.join(led)}
    select count(*) from forgotten`.execute(tx);
}
