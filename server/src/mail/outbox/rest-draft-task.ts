import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';

export type DraftKey = { mailboxId: number; messageId: string };

export const restDraftTask = defineTask<DraftKey>('rest_draft', { maxAttempts: 4, priority: 5 });

const REST_SECONDS = 5;
/** A program that stays connected opens Drafts again long before. */
const READ_SECONDS = 90 * 24 * 3600;

/** Has a draft get its source once nobody has saved it for a while (debounced), where mail programs read drafts at all. */
export function restLater(change: MailboxChange, messageId: string): void {
  const { tx, mailboxId, now, draftsReadAt } = change;
  if (draftsReadAt <= now - READ_SECONDS) return;
  const runAt = new Date((now + REST_SECONDS) * 1000);
  change.send(addJob(tx, restDraftTask, { mailboxId, messageId }, { jobKey: restKey(messageId), runAt }));
}

export function restKey(messageId: string): string {
  return `rest ${messageId}`;
}
