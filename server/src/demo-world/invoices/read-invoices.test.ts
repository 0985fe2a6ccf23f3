import { expect, test } from 'vitest';
import { type CheckedInvoice, readInvoiceFile } from '../../features/invoices/read/read-invoice-file.ts';
import { readMail } from '../../platform/mime/read-mail.ts';
import { minhTran, saoMai } from '../people.ts';
import { demoWorld } from '../world.ts';

const NOW = Date.UTC(2026, 10, 27, 3) / 1000;

const read = [...demoWorld(NOW).mail].flatMap(({ owner, folder, raw, receivedAt }) =>
  readMail(raw)
    .files.filter(({ name }) => /\.xml$/.test(name))
    .flatMap(({ bytes }) =>
      readInvoiceFile(bytes).map((invoice) => ({ owner, folder, receivedAt, invoice })),
    ),
);
const failedOf = ({ checks }: CheckedInvoice) =>
  checks.filter(({ state }) => state === 'failed').map(({ check, reason }) => [check, reason]);

test('the accountant has a month of invoices: bought, two sold, one doubled and one replaced', () => {
  expect(read.every(({ owner }) => owner === minhTran.email)).toBe(true);
  expect(read.filter(({ folder }) => folder === 'Sent')).toHaveLength(2);
  const bought = read.filter(({ folder }) => folder !== 'Sent').map(({ invoice }) => invoice);
  expect(bought).toHaveLength(14);
  const numbers = bought.map(({ seller, number }) => `${seller.tax_code} ${number}`);
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual(['0910001012 1231']);
  const replacing = bought.flatMap(({ number, original }) => (original ? [[number, original.number]] : []));
  expect(replacing).toEqual([['94', '93']]);
  for (const { invoice, folder } of read) {
    const own = folder === 'Sent' ? invoice.seller : invoice.buyer;
    expect(own.tax_code).toBe(saoMai.taxCode);
  }
});

test('one was altered after it was signed; all others match, and none is dated after it came', () => {
  const failed = read
    .map(({ invoice }) => [invoice.number, failedOf(invoice)])
    .filter(([, found]) => found?.length);
  expect(failed).toEqual([['702', [['signature', 'changed_after_signing']]]]);
  for (const { invoice, receivedAt } of read) {
    expect(Date.parse(`${invoice.date}T00:00:00+07:00`) / 1000).toBeLessThanOrEqual(receivedAt);
    expect(invoice.signers).toHaveLength(1);
    expect(invoice.checks.find(({ check }) => check === 'totals')?.state).toBe('ok');
    expect(invoice.checks.find(({ check }) => check === 'words')?.state).toBe('ok');
  }
});
