import type { InvoiceRow } from './invoices.store.ts';

export const USUAL_PATTERN = '{năm}-{tháng}/{mst}_{ký hiệu}_{số}';

const LONGEST_NAME = 100;
const MOST_FOLDERS = 8;
/** What some file systems do not take in names. */
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]+/gu;

/** Of a file whose folder has a pattern of its own. */
export const NAME_IN_FOLDER = '{mst}_{ký hiệu}_{số}';

/** How the drive is called, which people write before the path of a folder of it. */
const DRIVE_ROOT = /^\s*(kho tệp|drive)\s*(\/|$)/i;

/** The folders of the drive that a pattern names, from the top. */
export function foldersByPattern(pattern: string, row: InvoiceRow): string[] {
  const below = pattern.normalize('NFC').replace(DRIVE_ROOT, '');
  return /[^/\s]/.test(below) ? nameByPattern(below, row).split('/') : [];
}

/** A path without an ending, from what an invoice says of itself; folders are parted by `/`. */
export function nameByPattern(pattern: string, row: InvoiceRow): string {
  const [year = '', month = '', day = ''] = row.listed_on.split('-');
  const symbol = `${row.form}${row.symbol}`;
  const values: Record<string, string> = {
    ...{ năm: year, tháng: month, ngày: day, mst: row.seller_tax_code },
    ...{ 'người bán': row.seller_name, 'ký hiệu': symbol, số: row.number },
    ...{ year, month, day, 'tax code': row.seller_tax_code, seller: row.seller_name },
    ...{ symbol, number: row.number },
  };
  const parts = pattern
    .normalize('NFC')
    .split('/')
    .slice(0, MOST_FOLDERS)
    .map((part) =>
      part.replace(/\{([^{}]*)\}/g, (whole, name: string) => values[name.trim().toLowerCase()] ?? whole),
    )
    .map(safeName)
    .filter((part) => part !== '');
  return parts.length === 0 ? row.number || 'hoa-don' : parts.join('/');
}

function safeName(text: string): string {
  return text
    .replace(NOT_IN_NAMES, '_')
    .trim()
    .slice(0, LONGEST_NAME)
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .toWellFormed();
}
