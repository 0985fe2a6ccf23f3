import type { InvoiceColumn } from '@bocau/contract/invoice-columns.ts';
import { INVOICE_MARKS, type InvoiceLine, type InvoiceMark } from '@bocau/contract/invoices.ts';
import { marksOf } from '../../mail/invoice-files/kept-marks.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import type { Cell } from '../../platform/spreadsheets/write-xlsx.ts';
import type { InvoiceRow } from './invoices.store.ts';

type Language = 'vi' | 'en';
/** A line of an invoice, and whether it is its first. */
export type ExportedLine = { line: InvoiceLine; isFirst: boolean };

const TITLES: Record<InvoiceColumn, Record<Language, string>> = {
  date: { vi: 'Ngày lập', en: 'Date' },
  form: { vi: 'Mẫu số', en: 'Form' },
  symbol: { vi: 'Ký hiệu', en: 'Symbol' },
  number: { vi: 'Số hóa đơn', en: 'Number' },
  seller_name: { vi: 'Người bán', en: 'Seller' },
  seller_tax_code: { vi: 'MST người bán', en: 'Seller’s tax code' },
  buyer_name: { vi: 'Người mua', en: 'Buyer' },
  buyer_tax_code: { vi: 'MST người mua', en: 'Buyer’s tax code' },
  before_tax: { vi: 'Tiền trước thuế', en: 'Before tax' },
  tax: { vi: 'Tiền thuế', en: 'Tax' },
  total: { vi: 'Tổng thanh toán', en: 'Total' },
  currency: { vi: 'Loại tiền', en: 'Currency' },
  standing: { vi: 'Tính vào tổng', en: 'Counted' },
  state: { vi: 'Kiểm tra', en: 'Checks' },
  mark: { vi: 'Đánh dấu', en: 'Mark' },
  note: { vi: 'Ghi chú', en: 'Note' },
  line_code: { vi: 'Mã hàng', en: 'Item code' },
  line_name: { vi: 'Tên hàng hóa, dịch vụ', en: 'Item' },
  line_unit: { vi: 'Đơn vị tính', en: 'Unit' },
  line_quantity: { vi: 'Số lượng', en: 'Quantity' },
  line_price: { vi: 'Đơn giá', en: 'Price' },
  line_discount: { vi: 'Chiết khấu', en: 'Discount' },
  line_amount: { vi: 'Thành tiền', en: 'Amount' },
  line_rate: { vi: 'Thuế suất', en: 'Tax rate' },
};

const STATES: Record<InvoiceRow['state'], Record<Language, string>> = {
  ok: { vi: 'Khớp', en: 'Matches' },
  failed: { vi: 'Không khớp', en: 'Does not match' },
  unknown: { vi: 'Không kiểm tra được', en: 'Could not be checked' },
};

const STANDINGS: Record<InvoiceRow['standing'], Record<Language, string>> = {
  valid: { vi: 'Có', en: 'Yes' },
  duplicate: { vi: 'Không: trùng', en: 'No: duplicate' },
  replaced: { vi: 'Không: đã bị thay thế', en: 'No: replaced' },
  discarded: { vi: 'Không: đã bỏ', en: 'No: thrown away' },
};

const MARKS: Record<InvoiceMark, Record<Language, string>> = {
  booked: { vi: 'Đã hạch toán', en: 'Booked' },
  paid: { vi: 'Đã thanh toán', en: 'Paid' },
  query: { vi: 'Chờ hỏi lại', en: 'To be clarified' },
};

const NUMBERS: ReadonlySet<InvoiceColumn> = new Set([
  ...(['before_tax', 'tax', 'total'] as const),
  ...(['line_quantity', 'line_price', 'line_discount', 'line_amount'] as const),
]);

const OF_HEADS: ReadonlySet<InvoiceColumn> = new Set(['before_tax', 'tax', 'total']);
const SUMMED: ReadonlySet<InvoiceColumn> = new Set([...OF_HEADS, 'line_amount']);

const CUT: Record<Language, (lines: string) => string> = {
  vi: (lines) => `Bảng dừng ở ${lines} dòng, còn dòng chưa xuất. Hãy xuất ít hóa đơn hơn mỗi lần.`,
  en: (lines) => `The table stops at ${lines} lines; there are more. Export fewer invoices at a time.`,
};

/** The last row of a table from which lines are left out. */
export function cutRow(columns: InvoiceColumn[], limit: number, lang: Language): Cell[] {
  const value = CUT[lang](limit.toLocaleString(lang));
  return columns.map((_, at) => ({ kind: 'text', value: at === 0 ? value : '' }));
}

export function titleOf(column: InvoiceColumn, lang: Language): string {
  return TITLES[column][lang];
}

/**
 * IV-24: a column that somebody adds up has the sum that the screen shows. Amounts of what does not count are left out, and those of
 * an invoice stand in the first of its lines alone.
 */
export function cellOf(
  row: InvoiceRow,
  line: ExportedLine | null,
  column: InvoiceColumn,
  lang: Language,
): Cell {
  const kind = column === 'date' ? 'date' : NUMBERS.has(column) ? 'number' : 'text';
  const isLeftOut =
    (row.standing !== 'valid' && SUMMED.has(column)) ||
    (line !== null && !line.isFirst && OF_HEADS.has(column));
  if (isLeftOut) return { kind, value: '' };
  return { kind, value: withoutHidden(textOf(row, line?.line ?? null, column, lang) ?? '').text };
}

function textOf(
  row: InvoiceRow,
  line: InvoiceLine | null,
  column: InvoiceColumn,
  lang: Language,
): string | null | undefined {
  switch (column) {
    case 'date':
      return row.dated;
    case 'standing':
      return STANDINGS[row.standing][lang];
    case 'state':
      return STATES[row.state][lang];
    case 'mark':
      return INVOICE_MARKS.filter((mark) => marksOf(row)[mark])
        .map((mark) => MARKS[mark][lang])
        .join(', ');
    case 'line_code':
      return line?.code;
    case 'line_name':
      return line?.name;
    case 'line_unit':
      return line?.unit;
    case 'line_quantity':
      return line?.quantity;
    case 'line_price':
      return line?.price;
    case 'line_discount':
      return line?.discount;
    case 'line_amount':
      return line?.amount;
    case 'line_rate':
      return line?.rate;
    default:
      return row[column];
  }
}
