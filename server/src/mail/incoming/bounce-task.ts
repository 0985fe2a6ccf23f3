import { defineTask } from '../../platform/jobs/task.ts';

/** A received report that may be about a message sent from the same mailbox. */
export type BounceJob = { mailboxId: number; messageId: string };

export const readBounceTask = defineTask<BounceJob>('read_bounce', { maxAttempts: 10 });

const REPORT = 'message/delivery-status';

export function isReport(message: { attachments: { contentType: string }[] }): boolean {
  return message.attachments.some(({ contentType }) => isReportType(contentType));
}

export function isReportType(contentType: string): boolean {
  return contentType === REPORT;
}
