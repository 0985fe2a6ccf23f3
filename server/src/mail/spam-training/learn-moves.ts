import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { Move } from '../messages/message-state.store.ts';

/** Messages that a person took for spam, or not: by the folder in which they are when the job runs. */
export type LearnJob = { mailboxId: number; messageIds: string[] };

export const learnTask = defineTask<LearnJob>('learn_spam', {
  maxAttempts: 4,
  priority: 15,
  lane: 'outside',
});

/** A few are enough to learn from, and somebody who moves thousands must not decide for all. */
export const LEARNED_PER_ACT = 20;

/** What they write themselves is no mail that came in. */
const OWN = rolesWhere((role) => role.own);

/**
 * Has the spam filter learn from what a person moved into Junk or out of it, and answers from which messages. Nobody
 * waits for it.
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

/** The same after an undo: the folders say now what the filter has to unlearn. */
export async function learnAgain({ tx, mailboxId }: MailboxChange, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return;
  // One after the other, so that what was undone is not learned after it.
  await addJob(tx, learnTask, { mailboxId, messageIds }, { queueName: learnTask.name });
}
