import { LIMITS } from '@bocau/contract/limits.ts';
import { authorize } from '../../access/authorize.ts';
import { recallShares } from '../../drive/shares/follow-message.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { endFollowUp } from '../../mail/messages/follow-up.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { markRecalled, readSentMessage } from './recall.store.ts';

export type RecallJob = { mailboxId: number; messageId: string; outboxId: string };

export const recallTask = defineTask<RecallJob>('recall', { maxAttempts: 25 });

export function recallKey(outboxId: string): string {
  return `recall ${outboxId}`;
}

/** Starts a recall; idempotent. */
export async function startRecall(deps: ChangeDeps, mailboxId: number, messageId: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now, journal } = change;
    const outgoing = await readSentMessage(tx, mailboxId, messageId);
    if (outgoing === undefined) throw new Failure('message_not_found', 'Message not found');
    if (outgoing?.recalled_at != null) return;
    if (!outgoing?.recallable) throw new Failure('recall_not_available', 'Recall is not available');
    authorize({ mailbox: mailboxId }, 'recall', outgoing);
    const allowed = outgoing.recall_seconds ?? LIMITS.recallSeconds;
    if (now > outgoing.sent_at + allowed) {
      throw new Failure('recall_expired', 'It is too late to recall this message', {
        // The spelling of the field is the specification's.
        details: { expried_time: allowed },
      });
    }
    await markRecalled(tx, mailboxId, outgoing.outbox_id, now);
    await recallShares(change, messageId);
    await endFollowUp(change, { messageIds: [messageId] });
    const job = { mailboxId, messageId, outboxId: outgoing.outbox_id };
    await addJob(tx, recallTask, job, { jobKey: recallKey(outgoing.outbox_id) });
    journal('thread', outgoing.thread_id);
  });
}
