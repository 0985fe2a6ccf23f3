import { defineTask } from '../../platform/jobs/task.ts';

/** Messages with files that may be invoices. */
export type InvoiceJob = { mailboxId: number; messageIds: string[] };

/** Before the text of documents: people wait for what a message shows. */
export const invoiceTask = defineTask<InvoiceJob>('read_invoices', {
  maxAttempts: 5,
  priority: 12,
  lane: 'slow',
});

/** The tax code of a domain has changed: the invoices of its people are held against it. */
export const settleDomainTask = defineTask<{ domainId: number }>('settle_invoices', {
  maxAttempts: 5,
  priority: 20,
  lane: 'slow',
});
