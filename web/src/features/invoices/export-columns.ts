import { INVOICE_COLUMNS, type InvoiceColumn } from '@bocau/contract/invoice-columns.ts';

const isOfLine = (column: string) => column.startsWith('line_');

/** As the setting has them, in their usual order, but for those that are unknown; all where none is chosen. */
export function chosenColumns(setting: string): InvoiceColumn[] {
  const names = setting.split(',');
  const chosen = INVOICE_COLUMNS.filter((column) => names.includes(column));
  return chosen.length > 0 ? chosen : [...INVOICE_COLUMNS];
}

/** Those of a table of invoices, or of their lines, as an export names them. */
export function exportedColumns(setting: string, rows: 'heads' | 'lines'): string {
  return chosenColumns(setting)
    .filter((column) => rows === 'lines' || !isOfLine(column))
    .join(',');
}
