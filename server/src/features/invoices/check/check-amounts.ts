import type { InvoiceCheck, InvoiceLine } from '@bocau/contract/invoices.ts';
import { decimalOf, isNear, scaled, times, units } from '../read/decimals.ts';
import type { ReadInvoice } from '../read/read-invoice.ts';
import { readNumberWords } from './amount-in-words.ts';

const MOST_LINES_NAMED = 10;

export function checkAmounts(invoice: ReadInvoice): InvoiceCheck[] {
  // A delivery note tells goods and no money.
  const isWithoutMoney = invoice.total === null && invoice.lines.every(({ amount }) => amount === null);
  if (isWithoutMoney && invoice.unreadable.length === 0) return [];
  return [lineAmounts(invoice), rates(invoice), totals(invoice), words(invoice)];
}

type Judged = Omit<InvoiceCheck, 'check'>;

function judged(check: InvoiceCheck['check'], result: Judged): InvoiceCheck {
  return { check, ...result };
}

const OK: Judged = { state: 'ok', reason: 'matches' };
const NOT_STATED: Judged = { state: 'unknown', reason: 'not_stated' };

/** Money of Vietnam has no parts; other currencies have two places, and programs round each line by itself. */
function placesOf({ currency }: ReadInvoice): number {
  return currency === 'VND' ? 0 : 2;
}

function lineAmounts(invoice: ReadInvoice): InvoiceCheck {
  const tolerance = units(1, placesOf(invoice));
  const wrong: number[] = [];
  let compared = 0;
  for (const [at, { kind, quantity, price, discount, amount }] of invoice.lines.entries()) {
    if (quantity === null || price === null || amount === null) continue;
    if (kind !== 'goods') continue;
    compared += 1;
    const full = times(scaled(quantity), scaled(price));
    const less = discount === null ? full : full - scaled(discount);
    const given = scaled(amount);
    // Some programs take the discount off the lines, others off the total; what adjusts another one may be negative.
    const fits = [full, less, -full, -less].some((value) => isNear(value, given, tolerance));
    if (!fits && wrong.length < MOST_LINES_NAMED) wrong.push(at + 1);
  }
  if (wrong.length > 0)
    return judged('line_amounts', { state: 'failed', reason: 'amounts_differ', lines: wrong });
  return judged('line_amounts', compared === 0 ? NOT_STATED : OK);
}

function rates(invoice: ReadInvoice): InvoiceCheck {
  if (invoice.rates.length === 0) return judged('rates', NOT_STATED);
  const places = placesOf(invoice);
  const tolerance = units(Math.max(1, invoice.lines.length), places);
  for (const { rate, before_tax, tax } of invoice.rates) {
    const percent = percentOf(rate);
    if (percent === null || before_tax === null || tax === null) continue;
    const expected = times(scaled(before_tax), percent);
    if (!isNear(expected, scaled(tax), tolerance)) {
      return judged('rates', {
        state: 'failed',
        reason: 'amounts_differ',
        found: `${rate}: ${tax}`,
        expected: decimalOf(expected),
      });
    }
  }
  return judged('rates', ratesFromLines(invoice, tolerance));
}

/** The lines of each rate against its row of the table. */
function ratesFromLines(invoice: ReadInvoice, tolerance: bigint): Judged {
  const sums = new Map<string, bigint>();
  for (const line of invoice.lines) {
    if (line.rate === '' && line.kind !== 'note') return OK;
    if (counts(line)) sums.set(line.rate, (sums.get(line.rate) ?? 0n) + signed(line));
  }
  if (invoice.lines_cut || sums.size === 0) return OK;
  for (const { rate, before_tax } of invoice.rates) {
    const sum = sums.get(rate);
    if (sum === undefined || before_tax === null) continue;
    const discount = invoice.discount === null ? 0n : scaled(invoice.discount);
    const given = scaled(before_tax);
    // A discount of the whole is spread over the rates in ways that are not told.
    const fits =
      isNear(sum, given, tolerance) || (discount !== 0n && isNear(sum, given, tolerance + abs(discount)));
    if (!fits) {
      return {
        state: 'failed',
        reason: 'amounts_differ',
        found: `${rate}: ${before_tax}`,
        expected: decimalOf(sum),
      };
    }
  }
  return OK;
}

function totals(invoice: ReadInvoice): InvoiceCheck {
  if (invoice.unreadable.length > 0) {
    const found = invoice.unreadable[0] as string;
    return judged('totals', { state: 'unknown', reason: 'unreadable', found });
  }
  if (invoice.total === null) return judged('totals', NOT_STATED);
  const places = placesOf(invoice);
  const tolerance = units(Math.max(2, invoice.lines.length), places);
  const before = invoice.before_tax === null ? null : scaled(invoice.before_tax);
  const tax = invoice.tax === null ? 0n : scaled(invoice.tax);
  const discount = invoice.discount === null ? 0n : scaled(invoice.discount);
  const fees = invoice.fees === null ? 0n : scaled(invoice.fees);
  const total = scaled(invoice.total);
  if (before === null) return judged('totals', NOT_STATED);
  const sums = [0n, discount].flatMap((less) => [0n, fees].map((more) => before + tax - less + more));
  if (!sums.some((sum) => isNear(sum, total, units(2, places))))
    return judged('totals', differ(invoice.total, before + tax));
  const taxes = invoice.rates.flatMap((rate) => (rate.tax === null ? [] : [scaled(rate.tax)]));
  if (taxes.length > 0 && invoice.tax !== null && !isNear(sum(taxes), tax, tolerance))
    return judged('totals', differ(invoice.tax, sum(taxes)));
  const lines = invoice.lines.filter(counts).map(signed);
  if (lines.length === 0 || invoice.lines_cut) return judged('totals', OK);
  const ofLines = sum(lines);
  // Lines are before a discount of the whole or after it, and fees are among them or not.
  const fits = [before, total]
    .flatMap((one) => [one, one - fees])
    .flatMap((one) => [one, one + discount])
    .some((value) => isNear(ofLines, value, tolerance));
  return judged('totals', fits ? OK : differ(invoice.before_tax as string, ofLines));
}

function differ(found: string, expected: bigint): Judged {
  return { state: 'failed', reason: 'amounts_differ', found, expected: decimalOf(expected) };
}

function words({ total, total_in_words, currency }: ReadInvoice): InvoiceCheck {
  if (total === null || total_in_words === '') return judged('words', NOT_STATED);
  const read = readNumberWords(total_in_words);
  // Other currencies, and languages, have words of their own.
  if (read === null || currency !== 'VND') return judged('words', { state: 'unknown', reason: 'unreadable' });
  const told = units(1, 0) * read;
  // What adjusts another one is often told without its sign.
  const fits = [told, -told].some((value) => isNear(value, scaled(total), units(1, 0) - 1n));
  if (fits) return judged('words', OK);
  return judged('words', {
    state: 'failed',
    reason: 'amounts_differ',
    found: total_in_words.slice(0, 200),
    expected: total,
  });
}

/** Lines that are part of the sum: no notes, and nothing that is given away. */
function counts({ kind, amount }: InvoiceLine): boolean {
  return amount !== null && (kind === 'goods' || kind === 'discount' || kind === 'other');
}

/** A discount is taken off, whether it is written as negative or not. */
function signed({ kind, amount }: InvoiceLine): bigint {
  const value = scaled(amount as string);
  return kind === 'discount' && value > 0n ? -value : value;
}

/** 10^-8 of one: `8%` is 0.08. What has no percentage has no tax. */
function percentOf(rate: string): bigint | null {
  const match = /^(?:KHAC:)?\s*(\d{1,2}(?:[.,]\d{1,4})?)\s*%$/i.exec(rate.trim());
  if (match === null) return null;
  return scaled((match[1] as string).replace(',', '.')) / 100n;
}

function sum(values: bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
