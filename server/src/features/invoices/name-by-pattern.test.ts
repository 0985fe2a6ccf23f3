import { expect, test } from 'vitest';
import type { InvoiceRow } from './invoices.store.ts';
import { foldersByPattern, NAME_IN_FOLDER, nameByPattern, USUAL_PATTERN } from './name-by-pattern.ts';

const USUAL = {
  ...{ listed_on: '2026-11-05', form: '1', symbol: 'C26THS', number: '128' },
  ...{ seller_name: 'Công ty TNHH Hoa Sen & Bạn', seller_tax_code: '0910004006' },
};
const row = (changes: Partial<typeof USUAL> = {}) => ({ ...USUAL, ...changes }) as InvoiceRow;

test('IV-13 a usual name comes out as it is written', () => {
  expect(nameByPattern(USUAL_PATTERN, row())).toBe('2026-11/0910004006_1C26THS_128');
  expect(nameByPattern(NAME_IN_FOLDER, row())).toBe('0910004006_1C26THS_128');
  expect(nameByPattern('{người bán}/Số {số}', row())).toBe('Công ty TNHH Hoa Sen & Bạn/Số 128');
  expect(foldersByPattern('Kho tệp/Hóa đơn/{năm}/{người bán}', row())).toEqual([
    ...['Hóa đơn', '2026', 'Công ty TNHH Hoa Sen & Bạn'],
  ]);
});

const HOSTILE = [
  ...['../../../etc', 'C:\\x', '..', '.', '/', '\\', ' . . ', '\u3000.\u3000.x', '...a...', '~/.ssh/id'],
  ...['CON', 'nul.txt', 'COM1 .a', 'lpt9', 'LPT¹', 'aux.', 'prn'],
  ...['a\u202efdp', '\u2066\u200f', 'a\u0000b', 'a\r\nb', 'a\u2028b', '\ud800', '\u200b..\u200b', '.\u200b.'],
  ...['ệ'.repeat(300), '😀'.repeat(120), `${'a'.repeat(99)}. b`, `${'a'.repeat(99)}😀`, ''],
];

test.each(HOSTILE)('IV-13 %j in an invoice leads nowhere else, in files and in folders', (text) => {
  const hostile = { seller_name: text, seller_tax_code: '', number: text, symbol: text, form: '' };
  for (const pattern of [
    '{người bán}',
    '{số}',
    '{người bán}/{số}',
    '{mst}',
    '{người bán}{số}/../{ký hiệu}',
  ]) {
    const pieces = nameByPattern(pattern, row(hostile)).split('/');
    for (const piece of [...pieces, ...foldersByPattern(pattern, row(hostile))]) {
      expect(piece).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+$/u);
      expect(piece).not.toMatch(/^[.\s]|[.\s]$/);
      expect(piece).not.toMatch(/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i);
      expect(piece.length).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(200);
      expect(piece.isWellFormed()).toBe(true);
    }
  }
});

test('IV-13 where nothing of a name is left, it is the number, or a word', () => {
  expect(nameByPattern('{người bán}', row({ seller_name: '..' }))).toBe('128');
  expect(nameByPattern('{người bán}', row({ seller_name: '..', number: '..' }))).toBe('hoa-don');
});
