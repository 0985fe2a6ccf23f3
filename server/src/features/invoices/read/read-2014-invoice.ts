import type { InvoiceDetail, InvoiceLine } from '@bocau/contract/invoices.ts';
import { tidyTaxCode } from '../check/tax-code.ts';
import { readDecimal } from './decimals.ts';
import { MOST_LINES, MOST_RATES, type ReadInvoice, readCurrency, readDate } from './read-invoice.ts';
import type { FoundInvoice } from './survey-xml.ts';
import { childrenOf, find, type Tree, textAt } from './xml-tree.ts';

/** The tax authority's data format of 2014: `inv:invoice/inv:invoiceData`. */
export function read2014Invoice({ data }: FoundInvoice): ReadInvoice {
  const unreadable: string[] = [];
  const amount = (tree: Tree | undefined, ...path: string[]) => {
    const text = textAt(tree, ...path);
    const decimal = text === '' ? null : readDecimal(text);
    if (text !== '' && decimal === null && unreadable.length < 10) unreadable.push(text.slice(0, 60));
    return decimal;
  };
  const lines = childrenOf(find(data, 'items'), 'item');
  return {
    kind: 'of_2014',
    title: textAt(data, 'invoiceName'),
    form: textAt(data, 'templateCode'),
    symbol: textAt(data, 'invoiceSeries'),
    number: textAt(data, 'invoiceNumber'),
    date: readDate(textAt(data, 'invoiceIssuedDate')),
    seller: partyOf(find(data, 'seller'), 'seller'),
    buyer: partyOf(find(data, 'buyer'), 'buyer'),
    payment: textAt(data, 'payments', 'payment', 'paymentMethodName'),
    currency: readCurrency(textAt(data, 'currencyCode')),
    exchange_rate: amount(data, 'exchangeRate'),
    authority_code: '',
    provider_tax_code: '',
    lines: lines.slice(0, MOST_LINES).map((line) => lineOf(line, amount)),
    lines_cut: lines.length > MOST_LINES,
    rates: childrenOf(find(data, 'invoiceTaxBreakdowns'), 'invoiceTaxBreakdown')
      .slice(0, MOST_RATES)
      .map((rate) => ({
        rate: percent(textAt(rate, 'vatPercentage')),
        before_tax: amount(rate, 'vatTaxableAmount'),
        tax: amount(rate, 'vatTaxAmount'),
      })),
    discount: amount(data, 'discountAmount'),
    fees: null,
    before_tax: amount(data, 'totalAmountWithoutVAT'),
    tax: amount(data, 'totalVATAmount'),
    total: amount(data, 'totalAmountWithVAT'),
    total_in_words: textAt(data, 'totalAmountWithVATInWords'),
    more: [],
    original: originalOf(data),
    unreadable,
  };
}

function partyOf(tree: Tree | undefined, side: 'seller' | 'buyer'): InvoiceDetail['seller'] {
  const of = (field: string) => textAt(tree, `${side}${field}`);
  return {
    name: of('LegalName') || of('DisplayName'),
    tax_code: tidyTaxCode(of('TaxCode')),
    address: of('AddressLine'),
    phone: of('PhoneNumber'),
    email: of('Email'),
    account: of('BankAccount'),
    bank: of('BankName'),
    person: side === 'buyer' ? of('DisplayName') : '',
  };
}

function lineOf(line: Tree, amount: (tree: Tree, ...path: string[]) => string | null): InvoiceLine {
  return {
    position: textAt(line, 'lineNumber'),
    kind: textAt(line, 'promotion') === 'true' ? 'promotion' : 'goods',
    code: textAt(line, 'itemCode'),
    name: textAt(line, 'itemName'),
    unit: textAt(line, 'unitName'),
    quantity: amount(line, 'quantity'),
    price: amount(line, 'unitPrice'),
    discount: null,
    amount: amount(line, 'itemTotalAmountWithoutVat'),
    rate: percent(textAt(line, 'vatPercentage')),
  };
}

/** Negative percentages say that there is no tax: -1 not subject to it, -2 not declared. */
function percent(text: string): string {
  if (text === '-1') return 'KCT';
  if (text === '-2') return 'KKKNT';
  return text === '' || text.endsWith('%') ? text : `${text}%`;
}

/** Of adjustments 3 replaces; 5 and 7 change amounts or what is told. */
function originalOf(data: Tree): ReadInvoice['original'] {
  const kind = textAt(data, 'adjustmentType');
  const named = textAt(data, 'originalInvoiceId');
  if (!['3', '5', '7'].includes(kind) || named === '') return null;
  return {
    kind: kind === '3' ? 'replaces' : 'adjusts',
    form: textAt(data, 'templateCode'),
    symbol: textAt(data, 'invoiceSeries'),
    number: named,
    date: null,
  };
}
