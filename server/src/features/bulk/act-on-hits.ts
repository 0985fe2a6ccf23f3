import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { labelMessages } from '../../mail/messages/label-messages.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { moveMessages, removeWithSizes, restoreMessages } from '../../mail/messages/move-messages.ts';
import { LEARNED_PER_ACT, learnFromMoves } from '../../mail/spam-training/learn-moves.ts';
import type { Clock } from '../../platform/clock.ts';
import { blockSendersOf, unblockSenders } from '../rules/blocked-senders.ts';
import type { ThreadJob } from './bulk.store.ts';
import { type Hit, insertSteps, readMessageIds } from './bulk-hits.store.ts';
import { lastIdAtStart } from './choose-threads.ts';

/**
 * Applies the job's action to the given threads, and records the previous state of each message; returns the
 * job with its changes of rules.
 */
export async function actOnHits(
  change: MailboxChange,
  clock: Clock,
  job: ThreadJob,
  hits: Hit[],
): Promise<ThreadJob> {
  const { tx, mailboxId, folders } = change;
  const scope = { hits, before: lastIdAtStart(job) };
  if (job.for_good) {
    const removed = await removeWithSizes(change, await readMessageIds(tx, mailboxId, scope));
    return { ...job, freed_bytes: removed.reduce((sum, { size }) => sum + size, job.freed_bytes) };
  }
  const own = rolesWhere((role) => role.own).flatMap((name) => folders[name] ?? []);
  const messageIds = await insertSteps(tx, mailboxId, job, scope, { ...folders, own });
  if (messageIds.length === 0) return job;
  switch (job.action) {
    case 'move':
      return withLearned(change, job, { messageIds, from: null, to: job.to_folder_id as string });
    case 'archive':
      return withLearned(change, job, { messageIds, from: null, to: folders.Archive });
    case 'spam': {
      const learned = await withLearned(change, job, { messageIds, from: null, to: folders.Junk });
      if (!job.block_senders) return learned;
      return withBlocked(learned, await blockSendersOf(change, clock, messageIds));
    }
    case 'not_spam': {
      const to = folders.INBOX;
      const learned = await withLearned(change, job, { messageIds, from: folders.Junk, to });
      const removed = await unblockSenders(change, messageIds);
      return { ...learned, rules_removed: [...job.rules_removed, ...removed] };
    }
    case 'delete':
    case 'delete_sender':
      await moveMessages(change, { messageIds, from: null, to: folders.Trash });
      return job;
    case 'restore':
      await restoreMessages(change, { messageIds });
      return job;
    case 'read':
    case 'unread':
      await markMessages(change, messageIds, 'unread', job.action === 'unread');
      return job;
    case 'label':
      await labelMessages(change, { messageIds, outside: [] }, { add: [job.label_id as string], remove: [] });
      return job;
    case 'unlabel':
    case 'delete_label':
      await labelMessages(change, { messageIds, outside: [] }, { add: [], remove: [job.label_id as string] });
      return job;
    case 'star':
    case 'unstar':
      await markMessages(change, messageIds, 'starred', job.action === 'star');
      return job;
  }
}

/** Moves messages, and trains the spam filter with the first of the whole job. */
async function withLearned(
  change: MailboxChange,
  job: ThreadJob,
  move: Parameters<typeof moveMessages>[1],
): Promise<ThreadJob> {
  const moves = await moveMessages(change, move);
  const learned = await learnFromMoves(change, moves, LEARNED_PER_ACT - job.learned.length);
  return { ...job, learned: [...job.learned, ...learned] };
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
