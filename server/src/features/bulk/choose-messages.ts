import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import type { NextMessage } from '../../mail/mailbox/placed-messages.store.ts';
import { readLabelledMessages } from '../../mail/messages/message-labels.store.ts';
import { readMessagesOfSender } from '../../mail/messages/messages-of-sender.store.ts';
import { readListedMessages } from '../../mail/threads/single-rows.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import type { BulkRow } from './bulk.store.ts';
import { type Chunk, isOfLabel, lastIdAtStart } from './choose-threads.ts';

/** Bounds how long a chunk locks the mailbox. */
const MESSAGES_A_CHUNK = 1_000;

/** The next messages that carry the job's label, in whatever folder. */
export async function chooseLabelled({ tx, mailboxId }: MailboxChange, job: BulkRow): Promise<Chunk> {
  const found = await readLabelledMessages(tx, mailboxId, job.label_id as string, {
    after: readReached(job),
    limit: MESSAGES_A_CHUNK,
  });
  return chunkOf(found, job);
}

/** The next messages of the job's sender, outside Trash and Junk. */
export async function chooseOfSender(change: MailboxChange, job: BulkRow): Promise<Chunk> {
  const { tx, mailboxId } = change;
  const { of_sender: of } = job.conditions;
  if (!of) return { hits: [], threads: 0, reached: job.reached, end: true };
  const page = { after: readReached(job), limit: MESSAGES_A_CHUNK };
  const chunk = chunkOf(await readMessagesOfSender(tx, mailboxId, of, page), job);
  // What came since was not meant.
  const hits = chunk.hits.filter(({ messageId }) => messageId !== null && messageId < lastIdAtStart(job));
  return { ...chunk, hits, threads: hits.length };
}

/** The next messages of a list that shows single messages, in its order. */
export async function chooseMessages(change: MailboxChange, job: BulkRow, folderId: string): Promise<Chunk> {
  const { folders } = change;
  const discarded = DISCARDED_FOLDERS.map((role) => folders[role]);
  const list =
    folderId === folders.Starred
      ? { starredOutside: discarded }
      : isOfLabel(job)
        ? { labelId: folderId, outside: discarded, threads: job.total }
        : { folderId };
  const found = await readListedMessages(change.tx, change.mailboxId, list, {
    after: readReached(job),
    limit: MESSAGES_A_CHUNK,
  });
  return chunkOf(found, job);
}

function readReached({ reached }: BulkRow): { lastAt: number; messageId: string } | null {
  const [lastAt, messageId] = (reached === null ? null : decodeCursor(reached, 2)) ?? [];
  return typeof lastAt === 'number' && typeof messageId === 'string' ? { lastAt, messageId } : null;
}

function chunkOf(found: NextMessage[], job: BulkRow): Chunk {
  const last = found.at(-1);
  return {
    hits: found.map(({ id, thread_id }) => ({ threadId: thread_id, folderId: null, messageId: id })),
    threads: found.length,
    reached: last ? encodeCursor([last.received_at, last.id]) : job.reached,
    end: found.length < MESSAGES_A_CHUNK,
  };
}
