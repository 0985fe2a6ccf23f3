import type { InvoiceKeys } from '../../mail/invoice-files/invoice-task.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { settleInvoices } from './settle-invoices.ts';

const KEYS_AT_ONCE = 200;

/** Compares again what is left beside invoices that came, went, or were discarded; in steps, as these may be many. */
export async function settleKeys(
  deps: ChangeDeps,
  mailboxId: number,
  keys: InvoiceKeys[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    signal.throwIfAborted();
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    await changeMailbox(deps, mailboxId, ({ tx }) => settleInvoices(tx, mailboxId, some));
  }
}
