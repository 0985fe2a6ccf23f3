import { clip } from '../../platform/mime/clip-text.ts';
import { DEVICE_NAME, trimDots } from '../../platform/mime/file-names.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import type { InvoiceRow } from './invoices.store.ts';

export const USUAL_PATTERN = '{năm}-{tháng}/{mst}_{ký hiệu}_{số}';

const LONGEST_NAME = 100;
const LONGEST_NAME_BYTES = 200;
const MOST_FOLDERS = 8;
/** What some file systems do not take in names. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu;
/** Where nothing of a name is left. */
const UNNAMED = 'hoa-don';

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
  return parts.join('/') || safeName(row.number) || UNNAMED;
}

/**
 * A name that leads nowhere, is what it looks like and is taken by any file system; empty where nothing is left. What stands in
 * an invoice is a stranger's, its number, too.
 */
function safeName(text: string): string {
  const shown = withoutHidden(text.toWellFormed()).text.normalize('NFC');
  const plain = trimDots(shown.replace(NOT_IN_NAMES, '_').replace(/\s/g, ' '));
  let name = clip(DEVICE_NAME.test(plain) ? `_${plain}` : plain, LONGEST_NAME);
  while (Buffer.byteLength(name) > LONGEST_NAME_BYTES) name = clip(name, name.length - 1);
  return trimDots(name);
}
