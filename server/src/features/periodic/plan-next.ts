import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { nextDates } from '../../mail/messages/periodic-dates.ts';
import { refileMessage } from '../../mail/messages/refile-message.ts';
import { sendPeriodicTask } from '../../mail/outbox/sending-tasks.ts';
import { addJob, removeJob } from '../../platform/jobs/add-job.ts';
import { type PeriodicRow, writePeriodic } from './periodic.store.ts';

/**
 * Stores the progress of a periodic send, and enqueues a job for the next date. The message is listed at that
 * date; a finished one stays at its last.
 */
export async function planNext(
  change: MailboxChange,
  row: Omit<PeriodicRow, 'next_at' | 'state'> & { state: 'active' | 'paused' },
  after: number,
): Promise<PeriodicRow> {
  const { tx, mailboxId, folders, now } = change;
  const { message_id, rule, time_zone, sent_count } = row;
  const [next = null] = nextDates(rule, time_zone, { after, sentCount: sent_count }, 1);
  const planned: PeriodicRow = { ...row, next_at: next, state: next === null ? 'ended' : row.state };
  await writePeriodic(tx, mailboxId, planned);
  await refileMessage(change, message_id, {
    folderId: folders.webmail_period,
    receivedAt: next ?? row.last_date ?? now,
    draft: false,
    sendState: null,
  });
  if (next !== null && planned.state === 'active') await addSend(change, message_id, next);
  else await removeJob(tx, jobKey(message_id));
  return planned;
}

export function addSend({ tx, mailboxId }: MailboxChange, messageId: string, at: number): Promise<void> {
  const options = { jobKey: jobKey(messageId), runAt: new Date(at * 1000) };
  return addJob(tx, sendPeriodicTask, { mailboxId, messageId }, options);
}

export function jobKey(messageId: string): string {
  return `periodic ${messageId}`;
}
