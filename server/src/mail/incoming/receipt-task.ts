import { defineTask } from '../../platform/jobs/task.ts';
import { RECEIPT_TYPES } from '../../platform/mime/read-disposition.ts';

/** A received read receipt that may be for a message sent from the same mailbox. */
export type ReceiptJob = { mailboxId: number; messageId: string };

export const readReceiptTask = defineTask<ReceiptJob>('read_receipt', { maxAttempts: 10 });

export function isReceipt(message: { attachments: { contentType: string }[] }): boolean {
  return message.attachments.some(({ contentType }) => RECEIPT_TYPES.includes(contentType));
}
