import type { InvoiceDetail, InvoiceKind, InvoiceLine } from '@bocau/contract/invoices.ts';
import { tidyTaxCode } from '../check/tax-code.ts';
import { decimalOf, readDecimal, scaled } from './decimals.ts';
import {
  lineKindOf,
  MOST_LINES,
  MOST_MORE,
  MOST_RATES,
  type ReadInvoice,
  readCurrency,
  readDate,
} from './read-invoice.ts';
import type { FoundInvoice } from './survey-xml.ts';
import { childrenOf, find, type Tree, textAt } from './xml-tree.ts';

/** The tax authority's data format of 2021 (QĐ 1450 and what followed it): `HDon/DLHDon`. */
export function readVatInvoice({ data, authorityCode }: FoundInvoice): ReadInvoice {
  const common = find(data, 'TTChung');
  const content = find(data, 'NDHDon');
  const totals = find(content, 'TToan') ?? find(data, 'TToan');
  const unreadable: string[] = [];
  const amount = (tree: Tree | undefined, ...path: string[]) => {
    const text = textAt(tree, ...path);
    const decimal = text === '' ? null : readDecimal(text);
    if (text !== '' && decimal === null && unreadable.length < 10) unreadable.push(text.slice(0, 60));
    return decimal;
  };
  const lines = childrenOf(find(content, 'DSHHDVu'), 'HHDVu');
  const form = textAt(common, 'KHMSHDon');
  const symbol = textAt(common, 'KHHDon');
  return {
    kind: kindOf(form, symbol),
    title: textAt(common, 'THDon'),
    form,
    symbol,
    number: textAt(common, 'SHDon'),
    date: readDate(textAt(common, 'NLap')),
    seller: partyOf(find(content, 'NBan')),
    buyer: partyOf(find(content, 'NMua')),
    payment: textAt(common, 'HTTToan'),
    currency: readCurrency(textAt(common, 'DVTTe')),
    exchange_rate: amount(common, 'TGia'),
    authority_code: authorityCode,
    provider_tax_code: tidyTaxCode(textAt(common, 'MSTTCGP')),
    lines: lines.slice(0, MOST_LINES).map((line) => lineOf(line, amount)),
    lines_cut: lines.length > MOST_LINES,
    rates: childrenOf(find(totals, 'THTTLTSuat'), 'LTSuat')
      .slice(0, MOST_RATES)
      .map((rate) => ({
        rate: textAt(rate, 'TSuat'),
        before_tax: amount(rate, 'ThTien'),
        tax: amount(rate, 'TThue'),
      })),
    discount: sumOf(childrenOf(totals, 'TTCKTMai').map((one) => amount(one))),
    fees: feesOf(totals, amount),
    before_tax: amount(totals, 'TgTCThue') ?? amount(totals, 'TgTTTBSo'),
    tax: amount(totals, 'TgTThue'),
    total: amount(totals, 'TgTTTBSo'),
    total_in_words: textAt(totals, 'TgTTTBChu'),
    more: [common, content, data]
      .flatMap((tree) => childrenOf(find(tree, 'TTKhac'), 'TTin'))
      .slice(0, MOST_MORE)
      .map((field) => ({ name: textAt(field, 'TTruong'), value: textAt(field, 'DLieu') })),
    original: originalOf(find(common, 'TTHDLQuan')),
    unreadable,
  };
}

type Amount = (tree: Tree | undefined, ...path: string[]) => string | null;

/** The fourth character of a symbol says what an invoice is: `M` of a cash register, `N` and `B` of goods that are moved. */
function kindOf(form: string, symbol: string): InvoiceKind {
  if (symbol[3] === 'M') return 'cash_register';
  const kinds = { 1: 'invoice', 2: 'sales', 6: 'delivery_note' } as const;
  return kinds[form.trim()[0] as '1'] ?? 'other';
}

function partyOf(tree: Tree | undefined): InvoiceDetail['seller'] {
  return {
    name: textAt(tree, 'Ten') || textAt(tree, 'HVTNMHang'),
    tax_code: tidyTaxCode(textAt(tree, 'MST') || textAt(tree, 'CCCDan')),
    address: textAt(tree, 'DChi'),
    phone: textAt(tree, 'SDThoai'),
    email: textAt(tree, 'DCTDTu'),
    account: textAt(tree, 'STKNHang'),
    bank: textAt(tree, 'TNHang'),
    person: textAt(tree, 'HVTNMHang'),
  };
}

function lineOf(line: Tree, amount: Amount): InvoiceLine {
  return {
    position: textAt(line, 'STT'),
    kind: lineKindOf(textAt(line, 'TChat')),
    code: textAt(line, 'MHHDVu'),
    name: textAt(line, 'THHDVu'),
    unit: textAt(line, 'DVTinh'),
    quantity: amount(line, 'SLuong'),
    price: amount(line, 'DGia'),
    discount: amount(line, 'STCKhau'),
    amount: amount(line, 'ThTien'),
    rate: textAt(line, 'TSuat'),
  };
}

/** Several fees and discounts may stand there; null where none does, and where one of them cannot be read. */
function sumOf(amounts: (string | null)[]): string | null {
  const known = amounts.filter((one) => one !== null);
  if (known.length === 0 || known.length < amounts.length) return null;
  return decimalOf(known.reduce((sum, one) => sum + scaled(one), 0n));
}

function feesOf(totals: Tree | undefined, amount: Amount): string | null {
  const fees = childrenOf(totals, 'DSLPhi').flatMap((list) => childrenOf(list, 'LPhi'));
  return sumOf(fees.flatMap((fee) => childrenOf(fee, 'TPhi')).map((fee) => amount(fee)));
}

function originalOf(tree: Tree | undefined): ReadInvoice['original'] {
  const kind = textAt(tree, 'TCHDon');
  if (kind !== '1' && kind !== '2') return null;
  return {
    kind: kind === '1' ? 'replaces' : 'adjusts',
    form: textAt(tree, 'KHMSHDCLQuan'),
    symbol: textAt(tree, 'KHHDCLQuan'),
    number: textAt(tree, 'SHDCLQuan'),
    date: readDate(textAt(tree, 'NLHDCLQuan')),
  };
}
