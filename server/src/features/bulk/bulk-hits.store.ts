import type { BulkJob } from '@bocau/contract/bulk.ts';
import { type RawBuilder, sql } from 'kysely';
import { isShown } from '../../mail/mailbox/shown-messages.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { ThreadJob } from './bulk.store.ts';

/** A thread to act on, within a folder; null for all of it. With a message, only that one, in any folder. */
export type Hit = { threadId: string; folderId: string | null; messageId: string | null };
/** Messages of the threads, in their folders, with ids below `before`. */
export type HitScope = { hits: Hit[]; before: string };
/** `own`: the folders of the user's own messages. */
type Folders = { Archive: string; Trash: string; Junk: string; own: string[] };

export type ListedThread = { thread_id: string; messages: number; home: string };

/**
 * The next threads of a folder's list below an id, descending, that the action would change. The bound is
 * repeated for the threads: PostgreSQL may merge-join both by id, and would reread every thread above it with
 * each chunk.
 */
export async function readListedThreads(
  db: ReadDb,
  mailboxId: number,
  list: { folderId: string; below: string; action: BulkJob['action']; limit: number },
): Promise<ListedThread[]> {
  return readRows(
    db,
    sql<ListedThread>`
      select r.thread_id, t.message_count as messages, r.card->>'folder_id' as home
      from list_rows r join threads t on t.mailbox_id = r.mailbox_id and t.id = r.thread_id and t.id < ${list.below}
      where r.mailbox_id = ${mailboxId} and r.folder_id = ${list.folderId}
        and r.thread_id < ${list.below} ${toBeChanged(list.action)}
      order by r.thread_id desc limit ${list.limit}`,
  );
}

/** Skips threads that are already in the target state. */
function toBeChanged(action: BulkJob['action']): RawBuilder<unknown> {
  if (action === 'read') return sql`and r.unread`;
  if (action === 'unread') return sql`and not r.unread`;
  if (action === 'star') return sql`and not r.starred`;
  if (action === 'unstar') return sql`and r.starred`;
  return sql``;
}

export async function readMessageIds(db: ReadDb, mailboxId: number, scope: HitScope): Promise<string[]> {
  const rows = await readRows(db, sql<{ id: string }>`select m.id from ${messagesOf(mailboxId, scope)}`);
  return rows.map((row) => row.id);
}

/** Records the previous state of each message that the job changes; returns their ids. */
export async function insertSteps(
  tx: Tx,
  mailboxId: number,
  job: ThreadJob,
  scope: HitScope,
  folders: Folders,
): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    insert into bulk_steps (mailbox_id, job_id, message_id, folder_id, old_folder_id, unread, starred, trashed_at)
    select m.mailbox_id, ${job.id}, m.id, m.folder_id, m.old_folder_id, m.unread, m.starred, m.trashed_at
    from ${changedMessages(job, messagesOf(mailboxId, scope), folders, areMessages(scope))}
    on conflict do nothing returning message_id`.execute(tx);
  return rows.map((row) => row.message_id);
}

/** All hits of a job are threads, or all are messages. */
function areMessages({ hits }: Pick<HitScope, 'hits'>): boolean {
  return hits[0] !== undefined && hits[0].messageId !== null;
}

function messagesOf(mailboxId: number, { hits, before }: HitScope): RawBuilder<unknown> {
  if (areMessages({ hits })) {
    const ids = hits.flatMap(({ messageId }) => messageId ?? []);
    return sql`(select id, null::uuid as folder_id from unnest(${ids}::uuid[]) as w(id)) h
      join messages m on m.mailbox_id = ${mailboxId} and m.id = h.id and m.id < ${before}`;
  }
  return sql`unnest(${hits.map((hit) => hit.threadId)}::uuid[], ${hits.map((hit) => hit.folderId)}::uuid[])
      as h(thread_id, folder_id)
    join messages m on m.mailbox_id = ${mailboxId} and m.thread_id = h.thread_id
      and (h.folder_id is null or m.folder_id = h.folder_id) and m.id < ${before} and ${isShown('m')}`;
}

function changedMessages(
  { action, to_folder_id, label_id }: ThreadJob,
  messages: RawBuilder<unknown>,
  { Archive, Trash, Junk, own }: Folders,
  /** Acts on single messages. */
  single: boolean,
): RawBuilder<unknown> {
  switch (action) {
    case 'move':
      return sql`${messages} where m.folder_id <> ${to_folder_id}`;
    case 'archive':
      return sql`${messages} where m.folder_id <> all(${[Archive, Trash, Junk, ...own]}::uuid[])`;
    case 'spam':
      return sql`${messages} where m.folder_id <> all(${[Trash, Junk, ...own]}::uuid[])`;
    case 'not_spam':
      return sql`${messages} where m.folder_id = ${Junk}`;
    case 'delete':
      return sql`${messages} where m.folder_id <> ${Trash} and (h.folder_id is not null or m.folder_id <> ${Junk})`;
    case 'delete_sender':
      return sql`${messages} where m.folder_id not in (${Trash}, ${Junk})`;
    case 'restore':
      return sql`${messages} where m.folder_id = ${Trash}`;
    case 'read':
      return sql`${messages} where m.unread`;
    case 'unstar':
      return sql`${messages} where m.starred`;
    case 'label':
      return sql`${messages} where not coalesce(m.label_ids @> ${[label_id]}::uuid[], false)
        and (${single} or h.folder_id is not null or m.folder_id not in (${Trash}, ${Junk}))`;
    case 'unlabel':
    case 'delete_label':
      return sql`${messages} where m.label_ids @> ${[label_id]}::uuid[]`;
    // The latest message of a thread makes it unread, as when a single thread is marked.
    case 'unread':
      if (single) return sql`${messages} where not m.unread`;
      return sql`(select distinct on (m.thread_id, h.folder_id) m.* from ${messages}
        order by m.thread_id, h.folder_id, m.received_at desc, m.id desc) m where not m.unread`;
    case 'star':
      if (single) return sql`${messages} where not m.starred`;
      return sql`(select distinct on (m.thread_id) m.* from ${messages}
        order by m.thread_id, (m.folder_id in (${Trash}, ${Junk})), m.received_at desc, m.id desc) m
        where not m.starred`;
  }
}
