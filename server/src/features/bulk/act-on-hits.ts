import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { moveMessages, removeMessages, restoreMessages } from '../../mail/messages/move-messages.ts';
import type { BulkRow } from './bulk.store.ts';
import { type Hit, insertSteps, readMessageIds } from './bulk-hits.store.ts';
import { lastIdAtStart } from './choose-threads.ts';

/** Applies the job's action to the given threads, and records how each message was before. */
export async function actOnHits(change: MailboxChange, job: BulkRow, hits: Hit[]): Promise<void> {
  const { tx, mailboxId, folders } = change;
  const scope = { hits, before: lastIdAtStart(job) };
  if (job.for_good) {
    await removeMessages(change, await readMessageIds(tx, mailboxId, scope));
    return;
  }
  const messageIds = await insertSteps(tx, mailboxId, job, scope, folders);
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
