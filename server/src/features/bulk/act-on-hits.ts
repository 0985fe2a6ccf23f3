import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { moveMessages, removeMessages, restoreMessages } from '../../mail/messages/move-messages.ts';
import type { Clock } from '../../platform/clock.ts';
import { blockSendersOf, unblockSenders } from '../rules/blocked-senders.ts';
import type { ThreadJob } from './bulk.store.ts';
import { type Hit, insertSteps, readMessageIds } from './bulk-hits.store.ts';
import { lastIdAtStart } from './choose-threads.ts';

/** Applies the job's action to the given threads, and records how each message was before; answers the job with what it did to rules. */
export async function actOnHits(
  change: MailboxChange,
  clock: Clock,
  job: ThreadJob,
  hits: Hit[],
): Promise<ThreadJob> {
  const { tx, mailboxId, folders } = change;
  const scope = { hits, before: lastIdAtStart(job) };
  if (job.for_good) {
    await removeMessages(change, await readMessageIds(tx, mailboxId, scope));
    return job;
  }
  const own = rolesWhere((role) => role.own).map((name) => folders[name]);
  const messageIds = await insertSteps(tx, mailboxId, job, scope, { ...folders, own });
  if (messageIds.length === 0) return job;
  switch (job.action) {
    case 'move':
      await moveMessages(change, { messageIds, from: null, to: job.to_folder_id as string });
      return job;
    case 'archive':
      await moveMessages(change, { messageIds, from: null, to: folders.Archive });
      return job;
    case 'spam':
      await moveMessages(change, { messageIds, from: null, to: folders.Junk });
      return job.block_senders ? withBlocked(job, await blockSendersOf(change, clock, messageIds)) : job;
    case 'not_spam': {
      await moveMessages(change, { messageIds, from: folders.Junk, to: folders.INBOX });
      const removed = await unblockSenders(change, messageIds);
      return { ...job, rules_removed: [...job.rules_removed, ...removed] };
    }
    case 'delete':
      await moveMessages(change, { messageIds, from: null, to: folders.Trash });
      return job;
    case 'restore':
      await restoreMessages(change, { messageIds });
      return job;
    case 'read':
    case 'unread':
      await markMessages(change, messageIds, 'unread', job.action === 'unread');
      return job;
    case 'star':
    case 'unstar':
      await markMessages(change, messageIds, 'starred', job.action === 'star');
      return job;
  }
}

type Blocked = Awaited<ReturnType<typeof blockSendersOf>>;

function withBlocked(job: ThreadJob, { made, removed, notBlocked }: Blocked): ThreadJob {
  return {
    ...job,
    rules_made: [...job.rules_made, ...made],
    rules_removed: [...job.rules_removed, ...removed],
    senders_not_blocked: job.senders_not_blocked + notBlocked,
  };
}
