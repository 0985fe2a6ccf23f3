import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import type { BulkRow } from './bulk.store.ts';
import { readListedMessages } from './bulk-hits.store.ts';
import type { Chunk } from './choose-threads.ts';

/** Bounds how long a chunk locks the mailbox. */
const MESSAGES_A_CHUNK = 1_000;

/** The next messages of a folder's list that shows single messages, in its order. */
export async function chooseMessages(change: MailboxChange, job: BulkRow, folderId: string): Promise<Chunk> {
  const { folders } = change;
  const [lastAt, messageId] = (job.reached === null ? null : decodeCursor(job.reached, 2)) ?? [];
  const list =
    folderId === folders.Starred
      ? { starredOutside: DISCARDED_FOLDERS.map((role) => folders[role]) }
      : { folderId };
  const found = await readListedMessages(change.tx, change.mailboxId, list, {
    after: typeof lastAt === 'number' && typeof messageId === 'string' ? { lastAt, messageId } : null,
    limit: MESSAGES_A_CHUNK,
  });
  const last = found.at(-1);
  return {
    hits: found.map(({ id, thread_id }) => ({ threadId: thread_id, folderId: null, messageId: id })),
    threads: found.length,
    reached: last ? encodeCursor([last.received_at, last.id]) : job.reached,
    end: found.length < MESSAGES_A_CHUNK,
  };
}
