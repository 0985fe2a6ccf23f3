import type { Invoice, InvoiceDetail } from '@bocau/contract/invoices.ts';
import { marksOf } from '../../mail/invoice-files/kept-marks.ts';
import type { InvoiceRow } from './invoices.store.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';

export function invoiceView(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    kind: row.kind,
    direction: row.direction,
    seller: { name: row.seller_name, tax_code: row.seller_tax_code },
    buyer: { name: row.buyer_name, tax_code: row.buyer_tax_code },
    form: row.form,
    symbol: row.symbol,
    number: row.number,
    date: row.dated,
    before_tax: row.before_tax,
    tax: row.tax,
    total: row.total,
    currency: row.currency,
    message_id: row.message_id,
    thread_id: row.thread_id,
    received_at: row.received_at,
    state: row.state,
    standing: standingOf(row),
    checks: row.checks,
    marks: marksOf(row),
    mark: row.mark,
    note: row.note,
  };
}

/** In Junk and Trash it stands by itself, or beside the one of which it is a copy. */
function standingOf({ standing, duplicate_of }: InvoiceRow): Invoice['standing'] {
  if (standing !== 'discarded') return standing;
  return duplicate_of === null ? 'valid' : 'duplicate';
}

type Around = Pick<InvoiceDetail, 'original' | 'later' | 'duplicate_of' | 'file' | 'pdf'>;

export function invoiceDetailView(row: InvoiceRow, content: AttachedInvoice, around: Around): InvoiceDetail {
  return {
    ...invoiceView(row),
    title: content.title,
    seller: content.seller,
    buyer: content.buyer,
    payment: content.payment,
    exchange_rate: content.exchange_rate,
    authority_code: content.authority_code,
    provider_tax_code: content.provider_tax_code,
    lines: content.lines,
    lines_cut: content.lines_cut,
    rates: content.rates,
    discount: content.discount,
    total_in_words: content.total_in_words,
    signers: content.signers,
    more: content.more,
    ...around,
  };
}
