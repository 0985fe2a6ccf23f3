import { defineTask } from '../../platform/jobs/task.ts';

/** A read receipt that came in, and that may be for a message that was sent from the same mailbox. */
export type ReceiptJob = { mailboxId: number; messageId: string };

export const readReceiptTask = defineTask<ReceiptJob>('read_receipt', { maxAttempts: 10 });

/** RFC 8098, and its form for addresses beyond ASCII (RFC 6533). */
export const RECEIPT_TYPES: readonly string[] = [
  'message/disposition-notification',
  'message/global-disposition-notification',
];

export function isReceipt(message: { attachments: { contentType: string }[] }): boolean {
  return message.attachments.some(({ contentType }) => RECEIPT_TYPES.includes(contentType));
}
