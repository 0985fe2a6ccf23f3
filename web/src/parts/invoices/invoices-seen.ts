import { createStore } from '../../lib/store.ts';

/** Whether an invoice of the mailbox was seen on this page: the room is offered from then on, and by the next start. */
export const invoicesSeen = createStore(false);
