import { isDeepStrictEqual } from 'node:util';
import type { Invoice, InvoiceMarks } from '@bocau/contract/invoices.ts';
import { keptMarks, marksOf, onlyMarks } from '../../mail/invoice-files/kept-marks.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { invoiceView } from './invoice.view.ts';
import * as store from './invoices.store.ts';
import { notFound } from './show-invoice.ts';

/** `mark` is one alone, as the release before has it; `marks` change these, and the others stay. */
type WantedMarks = {
  mark?: Invoice['mark'] | undefined;
  marks?: { [Mark in keyof InvoiceMarks]?: boolean | undefined } | undefined;
};

/** A change of the mailbox, so that the other pages of the person are told. */
export async function markInvoice(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  { note, ...wanted }: WantedMarks & { note?: string | undefined },
): Promise<Invoice> {
  const row = await changeMailbox(deps, mailboxId, async ({ tx, journal }) => {
    if (note !== undefined) await store.writeNote(tx, mailboxId, id, note);
    await store.writeMarks(tx, mailboxId, changedBy(wanted, await store.readMarks(tx, mailboxId, [id])));
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
  marks: WantedMarks,
): Promise<number> {
  const wanted = [...new Set(ids)];
  return changeMailbox(deps, mailboxId, async ({ tx, journal }) => {
    const rows = await store.readMarks(tx, mailboxId, wanted);
    const found = rows.filter(({ standing }) => standing !== 'discarded');
    if (found.length < wanted.length) throw notFound();
    const changed = changedBy(marks, found);
    await store.writeMarks(tx, mailboxId, changed);
    for (const thread of new Set(changed.map(({ thread_id }) => thread_id))) journal('thread', thread);
    return changed.length;
  });
}

/** Those whose marks become others; nobody else writes them meanwhile, within a change of the mailbox. */
function changedBy({ mark, marks }: WantedMarks, rows: store.MarkedRow[]): store.MarkedRow[] {
  return rows.flatMap((row) => {
    const before = marksOf(row);
    const alone = mark === undefined ? before : onlyMarks(mark === null ? [] : [mark]);
    const after = {
      booked: marks?.booked ?? alone.booked,
      paid: marks?.paid ?? alone.paid,
      query: marks?.query ?? alone.query,
    };
    return isDeepStrictEqual(after, before) ? [] : [{ ...row, ...keptMarks(after) }];
  });
}
