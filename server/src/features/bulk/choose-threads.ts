import type { BulkJob } from '@bocau/contract/bulk.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import type { BulkRow } from './bulk.store.ts';
import { type Hit, readListedThreads } from './bulk-hits.store.ts';

export type Chunk = { hits: Hit[]; threads: number; reached: string | null; end: boolean };

const THREADS_A_CHUNK = 200;
/** Bounds how long a chunk of long threads locks the mailbox. */
const MESSAGES_A_CHUNK = 1_000;

/**
 * The next threads of a folder's list. They are walked by id, descending: new mail changes a thread's
 * position in the list but never its id, a new thread is above the starting point, and a merged thread
 * becomes part of an older one that is still to come.
 */
export async function chooseFromFolder(
  change: MailboxChange,
  job: BulkRow,
  folderId: string,
): Promise<Chunk> {
  const rows = await readListedThreads(change.tx, change.mailboxId, {
    folderId,
    below: job.reached ?? lastIdAtStart(job),
    action: job.action,
    limit: THREADS_A_CHUNK,
  });
  const chosen = withinBudget(rows);
  const holdsNone = folderId === change.folders.Starred || isOfLabel(job);
  const wholeThread = job.action === 'star' || job.action === 'unstar';
  return {
    hits: chosen.map((row) => ({
      threadId: row.thread_id,
      folderId: wholeThread ? null : holdsNone ? scopeElsewhere(job.action, row.home) : folderId,
      messageId: null,
    })),
    threads: chosen.length,
    reached: chosen.at(-1)?.thread_id ?? job.reached,
    end: rows.length < THREADS_A_CHUNK && chosen.length === rows.length,
  };
}

/** Ids begin with the time in milliseconds: this one is above all that existed when the job began. */
export function lastIdAtStart(job: BulkRow): string {
  return `${job.id.slice(0, 13)}-ffff-ffff-ffffffffffff`;
}

/** The list is that of a label. */
export function isOfLabel({ folder_id, conditions }: Pick<BulkRow, 'folder_id' | 'conditions'>): boolean {
  return folder_id !== null && conditions.label !== undefined;
}

/** From Starred and labels a thread is moved out of its own folder, and marked or deleted everywhere. */
function scopeElsewhere(action: BulkJob['action'], home: string): string | null {
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
