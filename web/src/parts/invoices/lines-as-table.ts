import type { InvoiceDetail, InvoiceLine } from '@bocau/contract/invoices.ts';
import type { Language } from '../../i18n/i18n.ts';
import type { Say } from '../../i18n/say.ts';
import { plainAmount } from './amounts.ts';

/** The columns of the lines of an invoice, in the order in which they stand on paper. */
export const LINE_COLUMNS = [
  'position',
  'code',
  'name',
  'unit',
  'quantity',
  'price',
  'discount',
  'amount',
  'rate',
] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];

const FIGURES: readonly LineColumn[] = ['quantity', 'price', 'discount', 'amount'];
export const isFigure = (column: LineColumn) => FIGURES.includes(column);

/** Those that say something: no empty column for codes or discounts. */
export function columnsOf(lines: readonly InvoiceLine[]): LineColumn[] {
  return LINE_COLUMNS.filter(
    (column) =>
      (column !== 'code' && column !== 'discount') ||
      lines.some((line) => line[column] !== null && line[column] !== '' && !/^0(\.0+)?$/.test(line[column])),
  );
}

/** The lines as tab-separated text, which spreadsheets paste as cells. */
export function linesAsTable(t: Say, { lines }: Pick<InvoiceDetail, 'lines'>, language: Language): string {
  const columns = columnsOf(lines);
  const rows = lines.map((line) =>
    columns.map((column) => {
      const value = line[column] ?? '';
      return isFigure(column) ? plainAmount(value, language) : cellText(value);
    }),
  );
  return [columns.map((column) => t(`invoices.lines.${column}`)), ...rows]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/** One cell; a text of the seller's must not become a formula (CSV injection). */
function cellText(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ').replace(/"/g, '”');
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(flat) ? `'${flat}` : flat;
}
