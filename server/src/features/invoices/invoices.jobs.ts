import type { DriveDeps } from '../../drive/change-drive.ts';
import { invoiceTask, saveInvoicesTask, settleDomainTask } from '../../mail/invoice-files/invoice-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type InvoiceDeps, readMessageInvoices } from './read-message-invoices.ts';
import { saveInvoices } from './save-invoices.ts';
import { settleDomain } from './settle-domain.ts';
import { settleKeys } from './settle-keys.ts';

export function invoiceHandlers(deps: InvoiceDeps & DriveDeps): TaskHandler[] {
  return [
    handle(invoiceTask, async ({ mailboxId, messageIds, keys = [], filtered = [] }, run) => {
      if (messageIds.length > 0) await readMessageInvoices(deps, mailboxId, { messageIds, filtered }, run);
      await settleKeys(deps, mailboxId, keys, run.signal);
    }),
    handle(saveInvoicesTask, (job, run) => saveInvoices(deps, job, run)),
    handle(settleDomainTask, ({ domainId }, { signal }) => settleDomain(deps, domainId, signal)),
  ];
}
