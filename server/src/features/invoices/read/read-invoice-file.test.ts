import { describe, expect, test } from 'vitest';
import { dataText, type InvoiceText, invoiceText } from '../../../demo-world/invoices/write-invoice.ts';
import { INVOICE_STYLES } from '../../../test-kit/invoices/invoice-styles.ts';
import { readInvoiceFile } from './read-invoice-file.ts';
import { cpuBudget, XmlError } from './walk-xml.ts';

const WITHOUT_BUDGET = () => undefined;
const plain = (changes: Partial<InvoiceText> = {}) => `<HDon>${dataText(invoiceText(changes))}</HDon>`;
const read = (bytes: string | Buffer) => readInvoiceFile(Buffer.from(bytes), WITHOUT_BUDGET);

test('IV-1 an invoice is read with its parties, lines, rates and totals', () => {
  const [invoice] = read(plain());
  expect(invoice).toMatchObject({
    kind: 'invoice',
    title: 'Hóa đơn giá trị gia tăng',
    form: '1',
    symbol: 'C26THS',
    number: '128',
    date: '2026-11-05',
    seller: { name: 'Công ty TNHH Văn phòng phẩm Hoa Sen & Bạn', tax_code: '0910004006' },
    buyer: { tax_code: '0910004101' },
    currency: 'VND',
    before_tax: '1443500',
    tax: '118350',
    total: '1561850',
    rates: [
      { rate: '8%', before_tax: '1300000', tax: '104000' },
      { rate: '10%', before_tax: '143500', tax: '14350' },
    ],
    lines_cut: false,
  });
  expect(invoice?.lines[1]).toMatchObject({
    name: 'Bút bi Thiên Long',
    quantity: '3.5',
    price: '41000',
    amount: '143500',
    rate: '10%',
  });
});

describe('IV-1 whatever its encoding', () => {
  const xml = plain();
  const declared = (name: string) => `<?xml version="1.0" encoding="${name}"?>${xml}`;
  test.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(declared('UTF-16'), 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${declared('UTF-8')}`)],
    ['UTF-8 that says to be UTF-16', Buffer.from(declared('UTF-16'))],
    ['UTF-8 that names an encoding that there is not', Buffer.from(declared('tcvn-5712'))],
  ])('%s', (_name, bytes) => {
    expect(read(bytes)[0]?.seller.name).toBe('Công ty TNHH Văn phòng phẩm Hoa Sen & Bạn');
  });

  test('windows-1258', () => {
    const seller = { name: 'Cong ty Đ\u00e0', taxCode: '0910004006' };
    const text = declared('windows-1258').replace(/<Ten>[^<]*/, `<Ten>${seller.name}`);
    const ascii = text.replace(/[^\u0020-\u007e]/g, (character) =>
      character === 'Đ' ? '\u00d0' : character === 'à' ? '\u00e0' : '?',
    );
    expect(read(Buffer.from(ascii, 'latin1'))[0]?.seller.name).toBe('Cong ty Đà');
  });
});

test('IV-1 the kind follows from form and symbol', () => {
  expect(read(plain({ form: '6', symbol: '6C26NHS' }))[0]?.kind).toBe('delivery_note');
  expect(read(plain({ symbol: 'C26MHS' }))[0]?.kind).toBe('cash_register');
  expect(read(plain({ form: '2' }))[0]?.kind).toBe('sales');
  expect(read(INVOICE_STYLES[7]?.write(invoiceText()) ?? '')[0]?.kind).toBe('of_2014');
});

test('IV-1 two invoices of one file are two', () => {
  const two = `<DSHDon>${plain({ number: '1' })}${plain({ number: '2' })}</DSHDon>`;
  expect(read(two).map(({ number }) => number)).toEqual(['1', '2']);
});

test.each(INVOICE_STYLES)(
  'IV-2 what another namespace calls alike is no part of an invoice $name',
  ({ write }) => {
    const xml = write(invoiceText());
    const [usual] = read(xml);
    const foreign = (name: string) => `<e:${name} xmlns:e="urn:x"><e:Ten>Khác</e:Ten>9</e:${name}>`;
    const more = xml.replace(
      /<(?!\/)(?:\w+:)?(TTChung|NDHDon|NBan|NMua|Ten|SHDon|DSHHDVu|HHDVu|TToan|TgTTTBSo|MCCQT|invoiceNumber|seller|items|totalAmountWithVAT)[ >]/g,
      (tag, name: string) => foreign(name) + tag,
    );
    expect(more.length).toBeGreaterThan(xml.length + 200);
    const { checks: _, signers: __, ...told } = read(more)[0] ?? ({} as never);
    const { checks: ___, signers: ____, ...expected } = usual ?? ({} as never);
    expect(told).toEqual({ ...expected, signer_key: expect.any(String) });
  },
);

test('IV-2 in a namespace nothing without one is a part of an invoice, nor the other way about', () => {
  const total = '<TgTTTBSo xmlns="">9</TgTTTBSo>';
  const put = (xml: string, text: string) => xml.replace(/<(\w+:)?TgTTTBSo>/, (tag) => text + tag);
  const within = plain().replace('<HDon>', '<HDon xmlns="urn:hoadon">');
  expect(read(put(within, total))[0]?.total).toBe('1561850');
  expect(read(put(plain(), total.replace('""', '"urn:x"')))[0]?.total).toBe('1561850');
  expect(read(put(plain(), total))[0]?.total).toBe('9');
  expect(read('<DLHDon><e:TTChung xmlns:e="urn:x"/></DLHDon>')).toEqual([]);
});

test('IV-1 another XML, and what is no XML, has no invoice', () => {
  expect(read('<TDiep><DLieu><HSoThueDTu><TKhaiThue/></HSoThueDTu></DLieu></TDiep>')).toEqual([]);
  expect(read('%PDF-1.7 no XML at all')).toEqual([]);
  expect(() => read('DLHDon')).toThrow(XmlError);
  expect(read('<DLHDon><A/></DLHDon>')).toEqual([]);
});

test.each([
  ['1.561.850', '1561850'],
  ['1,561,850', '1561850'],
  ['1.561.850,00', '1561850'],
  ['1,561,850.5', '1561850.5'],
  ['1561850,5', '1561850.5'],
  ['1 561 850', '1561850'],
  ['(1561850)', '-1561850'],
  ['0,125', '0.125'],
  ['1e9', null],
  ['12.34.56', null],
  ['9'.repeat(40), null],
])('IV-4 an amount written as %s is read as %s', (written, amount) => {
  const [invoice] = read(plain({ total: written }));
  expect(invoice?.total).toBe(amount);
  if (amount === null) {
    expect(invoice?.checks).toContainEqual({
      check: 'totals',
      state: 'unknown',
      reason: 'unreadable',
      found: written,
    });
  }
});

test.each([
  '2026-02-30',
  '30/02/2026',
  '0000-01-01',
  '01/01/0000',
  '0001-01-01T00:00:00',
  '9999-12-31',
  'hôm qua',
  '',
])('IV-1 %j is no date', (date) => {
  expect(read(plain({ date }))[0]?.date).toBeNull();
});

describe('IV-15 hostile files', () => {
  test('entities, document types and anything external are refused', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${plain().replace('128', '&b;')}`;
    expect(() => read(bomb)).toThrow('document type');
    expect(() => read(plain().replace('128', '&b;'))).toThrow();
  });

  test('nesting, attributes and elements have a limit', () => {
    expect(() => read(`<DLHDon>${'<a>'.repeat(100)}`)).toThrow('nested');
    const attributes = Array.from({ length: 100 }, (_, at) => `a${at}="1"`).join(' ');
    expect(() => read(`<DLHDon ${attributes}/>`)).toThrow('attributes');
    expect(() => read(`<DLHDon>${'<a/>'.repeat(500_000)}</DLHDon>`)).toThrow('elements');
  });

  test('reading ends where the processor time is used up', () => {
    const large = `<DLHDon>${'<a b="c">d</a>'.repeat(300_000)}</DLHDon>`;
    const before = process.cpuUsage();
    expect(() => readInvoiceFile(Buffer.from(large), cpuBudget(30))).toThrow('processor time');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});
