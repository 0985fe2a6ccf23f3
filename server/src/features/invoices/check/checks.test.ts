import { expect, test } from 'vitest';
import { dataText, type InvoiceText, invoiceText } from '../../../demo-world/invoices/write-invoice.ts';
import { readInvoiceFile } from '../read/read-invoice-file.ts';
import { readNumberWords } from './amount-in-words.ts';
import { checkDigitOf, sameCompany, tidyTaxCode } from './tax-code.ts';

function checksOf(changes: Partial<InvoiceText>) {
  const xml = `<HDon>${dataText(invoiceText(changes))}</HDon>`;
  return readInvoiceFile(Buffer.from(xml), () => undefined)[0]?.checks ?? [];
}

test.each([
  ['Một triệu năm trăm sáu mươi mốt nghìn tám trăm năm mươi đồng', 1561850n],
  ['Không đồng', 0n],
  ['Mười lăm nghìn đồng chẵn./.', 15000n],
  ['Hai mươi tư triệu không trăm linh năm nghìn đồng', 24005000n],
  ['Một trăm lẻ bảy ngàn đồng', 107000n],
  ['Ba tỷ hai trăm triệu đồng', 3200000000n],
  ['Một nghìn hai trăm tỷ không trăm năm mươi triệu đồng', 1200050000000n],
  ['Năm mươi nhăm đồng', 55n],
  ['Âm một trăm bốn mươi nghìn bốn trăm đồng', -140400n],
  ['Số tiền bằng chữ: Hai mươi mốt đồng', 21n],
  ['MỘT TRĂM NGHÌN ĐỒNG', 100000n],
  ['One hundred dong', null],
  ['hai ba đồng', null],
  ['', null],
])('IV-5 %s', (words, number) => {
  expect(readNumberWords(words)).toBe(number);
});

test.each([
  ['0910004006', 'right'],
  ['0910004007', 'wrong'],
  ['0910004006-001', 'right'],
  ['001099012345', 'none'],
  ['12345', 'wrong'],
  ['', 'wrong'],
])('IV-6 the check digit of %s is %s', (code, digit) => {
  expect(checkDigitOf(code)).toBe(digit);
});

test('IV-6 a branch belongs to its company', () => {
  expect(tidyTaxCode('0910004006001')).toBe('0910004006-001');
  expect(tidyTaxCode('MST: 0910 004 006')).toBe('0910004006');
  expect(sameCompany('0910004006-001', '0910004006')).toBe(true);
  expect(sameCompany('', '')).toBe(false);
});

test('IV-4 a line, a rate, a sum and words that do not fit are told each', () => {
  const [first, second] = invoiceText().lines as [InvoiceText['lines'][0], InvoiceText['lines'][0]];
  expect(checksOf({ lines: [first, { ...second, quantity: '4' }] })).toContainEqual({
    check: 'line_amounts',
    state: 'failed',
    reason: 'amounts_differ',
    lines: [2],
  });
  expect(checksOf({ rates: [{ rate: '8%', before: '1300000', tax: '140000' }] })).toContainEqual(
    expect.objectContaining({ check: 'rates', state: 'failed', expected: '104000' }),
  );
  expect(checksOf({ total: '1600000' })).toContainEqual(
    expect.objectContaining({ check: 'totals', state: 'failed', found: '1600000', expected: '1561850' }),
  );
  expect(checksOf({ words: 'Một triệu sáu trăm nghìn đồng' })).toContainEqual(
    expect.objectContaining({ check: 'words', state: 'failed', expected: '1561850' }),
  );
});

test('IV-4 what is not stated is unknown, and rounding is no difference', () => {
  expect(checksOf({ words: '' })).toContainEqual({ check: 'words', state: 'unknown', reason: 'not_stated' });
  expect(
    checksOf({ tax: '118351', total: '1561851', words: '' }).filter(({ state }) => state === 'failed'),
  ).toEqual([]);
});

test('IV-4 several fees and discounts are part of the total, and no difference', () => {
  const failed = (changes: Partial<InvoiceText>) =>
    checksOf({ words: '', ...changes }).filter(({ state }) => state === 'failed');
  const fees = [
    { name: 'Phí bảo vệ môi trường', amount: '20000' },
    { name: 'Phí dịch vụ thoát nước', amount: '5000' },
  ];
  expect(failed({ fees, total: '1586850' })).toEqual([]);
  expect(failed({ discounts: ['40000', '3500'], total: '1518350' })).toEqual([]);
  expect(failed({ fees, discounts: ['40000', '3500'], total: '1543350' })).toEqual([]);
  expect(failed({ fees, total: '1591850' })).toMatchObject([{ check: 'totals' }]);
});

test('IV-4 fees and discounts of a sales invoice, which tells no tax, are no difference', () => {
  const sales = { form: '2', rates: [], before: '', tax: '', words: '' };
  const fees = [
    { name: 'Phí phục vụ', amount: '20000' },
    { name: 'Phí giao hàng', amount: '5000' },
  ];
  const failed = (changes: Partial<InvoiceText>) =>
    checksOf({ ...sales, ...changes }).filter(({ state }) => state === 'failed');
  expect(failed({ total: '1443500' })).toEqual([]);
  expect(failed({ fees, total: '1468500' })).toEqual([]);
  expect(failed({ fees, discounts: ['43500'], total: '1425000' })).toEqual([]);
  expect(failed({ fees, total: '1500000' })).toMatchObject([{ check: 'totals' }]);
});

test('IV-4 a fee that cannot be read leaves the total unknown', () => {
  const fees = [{ name: 'Phí', amount: 'theo hợp đồng' }];
  expect(checksOf({ fees, total: '1586850' })).toContainEqual(
    expect.objectContaining({ check: 'totals', state: 'unknown', reason: 'unreadable' }),
  );
});
