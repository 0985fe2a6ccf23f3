import type { InvoiceDetail, InvoiceLine } from '@bocau/contract/invoices.ts';

/** What stands in an invoice, before anything is checked. Amounts are decimals in canonical form. */
export type ReadInvoice = Pick<
  InvoiceDetail,
  | 'kind'
  | 'title'
  | 'form'
  | 'symbol'
  | 'number'
  | 'date'
  | 'seller'
  | 'buyer'
  | 'payment'
  | 'currency'
  | 'exchange_rate'
  | 'authority_code'
  | 'provider_tax_code'
  | 'lines'
  | 'lines_cut'
  | 'rates'
  | 'discount'
  | 'before_tax'
  | 'tax'
  | 'total'
  | 'total_in_words'
  | 'more'
> & {
  original: {
    kind: 'replaces' | 'adjusts';
    form: string;
    symbol: string;
    number: string;
    date: string | null;
  } | null;
  /** Fees and the like, which are part of the total and of no line. */
  fees: string | null;
  /** Amounts that stand there and can't be read, as they stand there. */
  unreadable: string[];
};

export const MOST_LINES = 12_000;
export const MOST_RATES = 20;
export const MOST_MORE = 40;

export function lineKindOf(text: string): InvoiceLine['kind'] {
  const kinds = { 1: 'goods', 2: 'promotion', 3: 'discount', 4: 'note', '': 'goods' } as const;
  return kinds[text.trim() as '1'] ?? 'other';
}

/** Years that can be asked for: programs write others where they know no date. */
const YEARS = /^(19|20|21)/;

/** A date of the format, or as people write it; null where there is no such day. */
export function readDate(text: string): string | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(text) ??
    dayFirst(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text));
  if (match === null || !YEARS.test(match[1] ?? '')) return null;
  const [, year = '', month = '', day = ''] = match;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? null : date;
}

function dayFirst(match: RegExpExecArray | null): (string | undefined)[] | null {
  return match === null ? null : [match[0], match[3], match[2], match[1]];
}

export function readCurrency(text: string): string {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : 'VND';
}
