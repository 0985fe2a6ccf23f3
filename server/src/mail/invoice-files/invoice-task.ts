import { defineTask } from '../../platform/jobs/task.ts';

/** Messages with files that may be invoices. */
export type InvoiceJob = { mailboxId: number; messageIds: string[] };

/** Before the text of documents: people wait for what a message shows. */
export const invoiceTask = defineTask<InvoiceJob>('read_invoices', {
  maxAttempts: 5,
  priority: 12,
  lane: 'slow',
});
