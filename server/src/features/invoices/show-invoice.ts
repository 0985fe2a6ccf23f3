import type { Invoice, InvoiceDetail } from '@bocau/contract/invoices.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { invoiceDetailView, invoiceView } from './invoice.view.ts';
import * as store from './invoices.store.ts';
import { pdfBeside } from './pdf-beside.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';
import { counts, haveOneSigner, isInConflict, isOriginalOf, namesakes } from './settle-invoices.ts';

const MOST_SHOWN = 20;

export async function showInvoice(db: ReadDb, mailboxId: number, id: string): Promise<InvoiceDetail> {
  const row = await store.readInvoice(db, mailboxId, id);
  if (!row) throw notFound();
  const content = row.content as AttachedInvoice;
  const { original } = content;
  const key = { seller_tax_code: row.seller_tax_code, number: row.number };
  const named = original === null ? [key] : [key, { ...key, number: original.number }];
  const [claiming, numbered, files] = await Promise.all([
    store.readByKeys(db, mailboxId, [key], 'original_number'),
    store.readByKeys(db, mailboxId, named, 'number'),
    store.readFilesOfMessages(db, mailboxId, [row.message_id]),
  ]);
  const self = numbered.find((one) => one.id === row.id);
  const [later, others] = [claiming.filter(counts), numbered.filter(counts)];
  const first = original && others.find((one) => isOriginalOf(one, original));
  const contested = self && namesakes(self, others).find((one) => isInConflict(one, self));
  const file = files.find((one) => one.id === row.attachment_id);
  if (!file) throw notFound();
  const pdf = pdfBeside(files, file, content.entry);
  return invoiceDetailView(row, content, {
    original: original && { ...original, id: first?.id ?? null },
    later: later
      .filter((one) => one.id !== row.id && one.original_kind !== null && isOriginalOf(row, namedBy(one)))
      .map((one) => ({
        ...{ id: one.id, form: one.form, symbol: one.symbol, number: one.number, date: null },
        kind: one.original_kind as 'replaces' | 'adjusts',
        proven: self !== undefined && haveOneSigner(one, self),
      })),
    duplicate_of: row.duplicate_of ?? contested?.id ?? null,
    file: { id: file.id, name: file.name, entry: content.entry },
    pdf: pdf && { id: pdf.id, name: pdf.name },
  });
}

function namedBy({ original_form, original_symbol, original_number }: store.RelatedInvoice) {
  return { form: original_form ?? '', symbol: original_symbol ?? '', number: original_number ?? '' };
}

export async function showMessageInvoices(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<(Invoice & { file_id: string; pdf_file_id: string | null })[]> {
  const rows = await store.readInvoicesOfMessage(db, mailboxId, messageId, MOST_SHOWN);
  if (!rows) throw new Failure('message_not_found', 'Message not found');
  if (rows.length === 0) return [];
  const files = await store.readFilesOfMessages(db, mailboxId, [messageId]);
  return rows.map((row) => {
    const file = files.find(({ id }) => id === row.attachment_id);
    const pdf = file && pdfBeside(files, file, null);
    return { ...invoiceView(row), file_id: row.attachment_id, pdf_file_id: pdf?.id ?? null };
  });
}

export function notFound(): Failure {
  return new Failure('not_found', 'There is no such invoice');
}
