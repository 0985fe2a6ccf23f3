import type { BulkAction } from '@bocau/contract/bulk.ts';
import { sql } from 'kysely';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { BulkRow } from './bulk.store.ts';

/** A thread to act on, and in which folder; null where all of it is meant. */
export type Hit = { threadId: string; folderId: string | null };
export type Chunk = { hits: Hit[]; threads: number; reached: string | null; end: boolean };

const THREADS_A_CHUNK = 200;
/** Bounds how long a chunk of long threads keeps the mailbox to itself. */
const MESSAGES_A_CHUNK = 1_000;

/**
 * The next threads of a folder's list. They are walked by their ids, downwards: new mail changes a thread's place in
 * the list but never its id, a new thread is above where the walk began, and a thread that is merged away becomes part
 * of an older one that is still to come.
 */
export async function chooseFromFolder(
  change: MailboxChange,
  job: BulkRow,
  folderId: string,
): Promise<Chunk> {
  const { rows } = await sql<{ thread_id: string; messages: number; home: string }>`
    select r.thread_id, t.message_count as messages, r.card->>'folder_id' as home
    from list_rows r join threads t on t.mailbox_id = r.mailbox_id and t.id = r.thread_id
    where r.mailbox_id = ${change.mailboxId} and r.folder_id = ${folderId}
      and r.thread_id < ${job.reached ?? lastIdAtStart(job)} ${stillToDo(job.action)}
    order by r.thread_id desc limit ${THREADS_A_CHUNK}`.execute(change.tx);
  const chosen = withinBudget(rows);
  const starred = folderId === change.folders.Starred;
  const wholeThread = job.action === 'star' || job.action === 'unstar';
  return {
    hits: chosen.map((row) => ({
      threadId: row.thread_id,
      folderId: wholeThread ? null : starred ? starredScope(job.action, row.home) : folderId,
    })),
    threads: chosen.length,
    reached: chosen.at(-1)?.thread_id ?? job.reached,
    end: rows.length < THREADS_A_CHUNK && chosen.length === rows.length,
  };
}

/** Ids begin with the time, in milliseconds: this one follows all that were there when the job began. */
export function lastIdAtStart(job: BulkRow): string {
  return `${job.id.slice(0, 13)}-ffff-ffff-ffffffffffff`;
}

/** Threads that are already as they shall be need no visit. */
function stillToDo(action: BulkAction) {
  if (action === 'read') return sql`and r.unread`;
  if (action === 'unread') return sql`and not r.unread`;
  if (action === 'star') return sql`and not r.starred`;
  if (action === 'unstar') return sql`and r.starred`;
  return sql``;
}

/** From Starred a thread is moved out of its own folder, and marked or deleted everywhere. */
function starredScope(action: BulkAction, home: string): string | null {
  return action === 'move' ? home : null;
}

function withinBudget<Row extends { messages: number }>(rows: Row[]): Row[] {
  let messages = 0;
  const over = rows.findIndex((row) => {
    messages += row.messages;
    return messages > MESSAGES_A_CHUNK;
  });
  return over === -1 ? rows : rows.slice(0, Math.max(1, over));
}
