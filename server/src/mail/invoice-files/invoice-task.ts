import { defineTask } from '../../platform/jobs/task.ts';

/** A seller and a number, and the number that it replaces or adjusts. */
export type InvoiceKeys = { seller_tax_code: string; number: string; original_number: string | null };

/** Messages with files that may be invoices; of invoices that are no longer there, what is left is compared again. */
export type InvoiceJob = {
  mailboxId: number;
  messageIds: string[];
  keys?: InvoiceKeys[];
  /** Those of the messages that came by a delivery, on which filters act when their invoices are read first. */
  filtered?: DeliveredInvoices[];
};

export type DeliveredInvoices = { messageId: string; envelopeSender: string };

/** Before the text of documents: people wait for what a message shows. */
export const invoiceTask = defineTask<InvoiceJob>('read_invoices', {
  maxAttempts: 5,
  priority: 12,
  lane: 'slow',
});

/** Invoices whose files go to the drive, into a folder by a pattern. */
export type SaveInvoicesJob = { mailboxId: number; invoiceIds: string[]; folder: string };

export const saveInvoicesTask = defineTask<SaveInvoicesJob>('save_invoices', {
  maxAttempts: 10,
  priority: 15,
  lane: 'slow',
});

/** The tax code of a domain has changed: the invoices of its people are held against it. */
export const settleDomainTask = defineTask<{ domainId: number }>('settle_invoices', {
  maxAttempts: 5,
  priority: 20,
  lane: 'slow',
});
