import { INVOICE_COLUMNS, type InvoiceColumn } from '@bocau/contract/invoices.ts';

const isOfLine = (column: string) => column.startsWith('line_');

/** As the setting has them, in their usual order; all where none is chosen. */
export function chosenColumns(setting: string): InvoiceColumn[] {
  const names = setting.split(',');
  const chosen = INVOICE_COLUMNS.filter((column) => names.includes(column));
  return chosen.length > 0 ? chosen : [...INVOICE_COLUMNS];
}

/** Those of the chosen ones that an invoice has but for its lines; empty for all of them. */
export function headColumns(setting: string): string {
  return setting
    .split(',')
    .filter((column) => !isOfLine(column))
    .join(',');
}
