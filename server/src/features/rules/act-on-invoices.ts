import { markUnmarked } from '../../mail/invoice-files/invoice-acts.store.ts';
import { saveInvoicesTask } from '../../mail/invoice-files/invoice-task.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { StoredFilter, StoredMatches } from './stored-filter.ts';

/** Marks the invoices that a filter matches, and has their files saved in the drive; false where it does neither. */
export async function actOnInvoices(
  { tx, mailboxId }: MailboxChange,
  { marksInvoices, savesInvoices }: StoredFilter,
  invoices: StoredMatches['invoices'],
): Promise<boolean> {
  if (invoices.length === 0 || (marksInvoices === null && savesInvoices === null)) return false;
  const invoiceIds = invoices.map(({ id }) => id);
  if (marksInvoices !== null) await markUnmarked(tx, mailboxId, invoiceIds, marksInvoices);
  if (savesInvoices !== null) {
    const job = { mailboxId, invoiceIds, folder: savesInvoices };
    await addJob(tx, saveInvoicesTask, job, { shares: ['invoices'] });
  }
  return true;
}
