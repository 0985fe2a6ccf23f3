import { addJob } from '../../platform/jobs/add-job.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { invoiceTask } from './invoice-task.ts';
import { mayBeInvoice } from './may-be-invoice.ts';

type WithFiles = { id: string; files: { name: string; contentType: string }[] };

/** Enqueues the reading of files that may be invoices. Such files may be inline, as some programs attach all they send. */
export function enqueueInvoiceFiles(change: MailboxChange, messages: WithFiles[]): void {
  const { tx, mailboxId } = change;
  const messageIds = messages.flatMap(({ id, files }) => (files.some(mayBeInvoice) ? [id] : []));
  if (messageIds.length === 0) return;
  change.send(addJob(tx, invoiceTask, { mailboxId, messageIds }, { shares: ['invoices'] }));
}
