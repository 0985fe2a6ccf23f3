import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/http/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { markRecalled, readSentLetter } from './recall.store.ts';

export type RecallJob = { mailboxId: number; messageId: string; outboxId: string };

export const recallTask = defineTask<RecallJob>('recall', { maxAttempts: 25 });

export function recallKey(outboxId: string): string {
  return `recall ${outboxId}`;
}

/** Begins to take a mail back; said again it begins nothing more. */
export async function startRecall(deps: ChangeDeps, mailboxId: number, messageId: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, note }) => {
    const letter = await readSentLetter(tx, mailboxId, messageId);
    if (letter === undefined) throw new Failure('message_not_found', 'There is no such message');
    if (letter?.recalled_at != null) return;
    if (!letter?.recallable) throw new Failure('recall_not_available', 'Recall is not available');
    if (!letter.enable_recall)
      throw new Failure('recall_not_allowed', 'You have no permission to recall mail');
    const allowed = letter.recall_seconds ?? LIMITS.recallSeconds;
    if (now > letter.sent_at + allowed) {
      throw new Failure('recall_expired', 'The time for recalling this mail is over', {
        // The field's name is the spec's.
        details: { expried_time: allowed },
      });
    }
    await markRecalled(tx, mailboxId, letter.outbox_id, now);
    const job = { mailboxId, messageId, outboxId: letter.outbox_id };
    await addJob(tx, recallTask, job, { jobKey: recallKey(letter.outbox_id) });
    note('thread', letter.thread_id);
  });
}
