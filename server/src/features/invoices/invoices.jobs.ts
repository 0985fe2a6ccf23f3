import { invoiceTask, settleDomainTask } from '../../mail/invoice-files/invoice-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type InvoiceDeps, readMessageInvoices } from './read-message-invoices.ts';
import { settleDomain } from './settle-domain.ts';
import { settleKeys } from './settle-keys.ts';

export function invoiceHandlers(deps: InvoiceDeps): TaskHandler[] {
  return [
    handle(invoiceTask, async ({ mailboxId, messageIds, keys = [] }, run) => {
      if (messageIds.length > 0) await readMessageInvoices(deps, mailboxId, messageIds, run);
      await settleKeys(deps, mailboxId, keys, run.signal);
    }),
    handle(settleDomainTask, ({ domainId }, { signal }) => settleDomain(deps, domainId, signal)),
  ];
}
