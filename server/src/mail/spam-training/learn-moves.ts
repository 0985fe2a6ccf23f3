import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { Move } from '../messages/message-state.store.ts';

/** Messages that a user marked as spam or not spam, by their folder when the job runs. */
export type LearnJob = { mailboxId: number; messageIds: string[] };

export const learnTask = defineTask<LearnJob>('learn_spam', {
  maxAttempts: 4,
  priority: 15,
  lane: 'outside',
});

/** A few are enough to learn from, and a user who moves thousands must not decide for all. */
export const LEARNED_PER_ACT = 20;

/** Folders of the user's own messages, which were not received. */
const OWN = rolesWhere((role) => role.own);

/**
 * Trains the spam filter with messages that a user moved into or out of Junk; returns which messages. Runs in
 * the background.
 */
export async function learnFromMoves(
  change: MailboxChange,
  moves: Move[],
  limit = LEARNED_PER_ACT,
): Promise<string[]> {
  const { Junk, Trash } = change.folders;
  const own = OWN.map((role) => change.folders[role]);
  const messageIds = moves
    .filter(({ from_folder_id: from, to_folder_id: to }) =>
      to === Junk ? !own.includes(from ?? '') : from === Junk && to !== Trash,
    )
    .map(({ message_id }) => message_id)
    .slice(0, limit);
  await learnAgain(change, messageIds);
  return messageIds;
}

/** After an undo: the current folders tell the filter what to unlearn. */
export async function learnAgain({ tx, mailboxId }: MailboxChange, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return;
  // In one queue, so that what was undone is not learned afterwards.
  await addJob(tx, learnTask, { mailboxId, messageIds }, { queueName: learnTask.name });
}
