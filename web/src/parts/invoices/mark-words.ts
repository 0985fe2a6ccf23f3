import { INVOICE_MARKS, type Invoice, type InvoiceMark } from '@bocau/contract/invoices.ts';
import type { Say } from '../../i18n/say.ts';

/** The marks of an invoice, in their usual order. */
export function marksOf({ marks }: Pick<Invoice, 'marks'>): InvoiceMark[] {
  return INVOICE_MARKS.filter((mark) => marks[mark]);
}

export function markWords(t: Say, marks: readonly InvoiceMark[]): string {
  return marks.map((mark) => t(`invoices.marks.${mark}`)).join(', ');
}
