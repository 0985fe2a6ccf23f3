import { sql } from 'kysely';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { markMessages } from '../mailbox/mark-messages.ts';
import { moveMessages, removeMessages, restoreMessages } from '../mailbox/move-messages.ts';
import type { BulkRow } from './bulk.store.ts';
import { type Hit, lastIdAtStart } from './choose-threads.ts';

/** Does what the job is for to the given threads, and notes how each message was before. */
export async function actOnHits(change: MailboxChange, job: BulkRow, hits: Hit[]): Promise<void> {
  if (job.for_good) {
    const { rows } = await sql<{ id: string }>`select m.id from ${reached(change, job, hits)}`.execute(
      change.tx,
    );
    await removeMessages(
      change,
      rows.map((row) => row.id),
    );
    return;
  }
  const messageIds = await recordSteps(change, job, hits);
  if (messageIds.length === 0) return;
  switch (job.action) {
    case 'move':
      await moveMessages(change, { messageIds, from: null, to: job.to_folder_id as string });
      return;
    case 'delete':
      await moveMessages(change, { messageIds, from: null, to: change.folders.Trash });
      return;
    case 'restore':
      await restoreMessages(change, { messageIds });
      return;
    case 'read':
    case 'unread':
      await markMessages(change, messageIds, 'unread', job.action === 'unread');
      return;
    case 'star':
    case 'unstar':
      await markMessages(change, messageIds, 'starred', job.action === 'star');
  }
}

/** Answers the messages that are to be changed. */
async function recordSteps(change: MailboxChange, job: BulkRow, hits: Hit[]): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    insert into bulk_steps (mailbox_id, job_id, message_id, folder_id, old_folder_id, unread, starred, trashed_at)
    select m.mailbox_id, ${job.id}, m.id, m.folder_id, m.old_folder_id, m.unread, m.starred, m.trashed_at
    from ${changing(change, job, hits)}
    on conflict do nothing returning message_id`.execute(change.tx);
  return rows.map((row) => row.message_id);
}

/** Messages of the threads, in the folders that are meant, that were there when the job began. */
function reached(change: MailboxChange, job: BulkRow, hits: Hit[]) {
  return sql`unnest(${hits.map((hit) => hit.threadId)}::uuid[], ${hits.map((hit) => hit.folderId)}::uuid[])
      as h(thread_id, folder_id)
    join messages m on m.mailbox_id = ${change.mailboxId} and m.thread_id = h.thread_id
      and (h.folder_id is null or m.folder_id = h.folder_id) and m.id < ${lastIdAtStart(job)}`;
}

function changing(change: MailboxChange, job: BulkRow, hits: Hit[]) {
  const messages = reached(change, job, hits);
  const { Trash, Junk } = change.folders;
  switch (job.action) {
    case 'move':
      return sql`${messages} where m.folder_id <> ${job.to_folder_id}`;
    case 'delete':
      return sql`${messages} where m.folder_id <> ${Trash} and (h.folder_id is not null or m.folder_id <> ${Junk})`;
    case 'restore':
      return sql`${messages} where m.folder_id = ${Trash}`;
    case 'read':
      return sql`${messages} where m.unread`;
    case 'unstar':
      return sql`${messages} where m.starred`;
    // The latest message of a thread makes it unread, as it does when a single thread is marked.
    case 'unread':
      return sql`(select distinct on (m.thread_id, h.folder_id) m.* from ${messages}
        order by m.thread_id, h.folder_id, m.received_at desc, m.id desc) m where not m.unread`;
    case 'star':
      return sql`(select distinct on (m.thread_id) m.* from ${messages}
        order by m.thread_id, (m.folder_id in (${Trash}, ${Junk})), m.received_at desc, m.id desc) m
        where not m.starred`;
  }
}
