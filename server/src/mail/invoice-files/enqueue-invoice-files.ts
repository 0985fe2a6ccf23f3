import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import { type DeliveredInvoices, type InvoiceKeys, invoiceTask } from './invoice-task.ts';
import { mayBeInvoice } from './may-be-invoice.ts';

/** What is needed of a change of a mailbox, which itself enqueues such jobs. */
type Enqueuing = { tx: Tx; mailboxId: number; send(write: Promise<unknown>): void };
type WithFiles = { id: string; files: { name: string; contentType: string }[] };

/** Enqueues the reading of files that may be invoices. Such files may be inline, as some programs attach all they send. */
export function enqueueInvoiceFiles(
  change: Enqueuing,
  messages: WithFiles[],
  delivered: DeliveredInvoices[] = [],
): void {
  const { tx, mailboxId } = change;
  const messageIds = messages.flatMap(({ id, files }) => (files.some(mayBeInvoice) ? [id] : []));
  if (messageIds.length === 0) return;
  const filtered = delivered.filter(({ messageId }) => messageIds.includes(messageId));
  const job = { mailboxId, messageIds, ...(filtered.length > 0 ? { filtered } : {}) };
  change.send(addJob(tx, invoiceTask, job, { shares: ['invoices'] }));
}

/** Enqueues the comparison of invoices with the same keys. */
export function enqueueInvoiceKeys({ tx, mailboxId, send }: Enqueuing, keys: InvoiceKeys[]): void {
  if (keys.length === 0) return;
  send(addJob(tx, invoiceTask, { mailboxId, messageIds: [], keys }, { shares: ['invoices'] }));
}
