import { invoiceTask, settleDomainTask } from '../../mail/invoice-files/invoice-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type InvoiceDeps, readMessageInvoices } from './read-message-invoices.ts';
import { settleDomain } from './settle-domain.ts';

export function invoiceHandlers(deps: InvoiceDeps): TaskHandler[] {
  return [
    handle(invoiceTask, ({ mailboxId, messageIds }, run) =>
      readMessageInvoices(deps, mailboxId, messageIds, run),
    ),
    handle(settleDomainTask, ({ domainId }, { signal }) => settleDomain(deps, domainId, signal)),
  ];
}
