import type { Invoice } from '@bocau/contract/invoices.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { invoiceView } from './invoice.view.ts';
import * as store from './invoices.store.ts';
import { notFound } from './show-invoice.ts';

/** A change of the mailbox, so that the other pages of the person are told. */
export async function markInvoice(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  { mark, note }: { mark?: Invoice['mark'] | undefined; note?: string | undefined },
): Promise<Invoice> {
  const marked = { ...(mark === undefined ? {} : { mark }), ...(note === undefined ? {} : { note }) };
  const row = await changeMailbox(deps, mailboxId, async ({ tx, journal }) => {
    if (Object.keys(marked).length > 0) await store.writeMark(tx, mailboxId, id, marked);
    const after = await store.readInvoice(tx, mailboxId, id);
    if (after) journal('thread', after.thread_id);
    return after;
  });
  if (!row) throw notFound();
  return invoiceView(row);
}

/** All or none; answers how many are marked otherwise than before. */
export async function markInvoices(
  deps: ChangeDeps,
  mailboxId: number,
  ids: string[],
  mark: Invoice['mark'],
): Promise<number> {
  const wanted = [...new Set(ids)];
  return changeMailbox(deps, mailboxId, async ({ tx, journal }) => {
    const found = await store.writeMarks(tx, mailboxId, wanted, mark);
    if (found.length < wanted.length) throw notFound();
    const changed = found.filter(({ before }) => before !== mark);
    for (const thread of new Set(changed.map(({ thread_id }) => thread_id))) journal('thread', thread);
    return changed.length;
  });
}
