import { createStore } from '../../lib/store.ts';

const KEPT = 'bocau.invoices';

/** Whether this browser has seen an invoice of the mailbox: only then the room is offered. */
export const invoicesKnown = createStore(localStorage.getItem(KEPT) === '1');

export function rememberInvoices(): void {
  localStorage.setItem(KEPT, '1');
  invoicesKnown.set(true);
}
