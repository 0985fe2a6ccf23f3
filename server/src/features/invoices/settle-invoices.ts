import { isDeepStrictEqual } from 'node:util';
import type { InvoiceCheck, InvoiceReason } from '@bocau/contract/invoices.ts';
import type { InvoiceKeys } from '../../mail/invoice-files/invoice-task.ts';
import type { Tx } from '../../tables.ts';
import { stateOf } from './check/check-invoice.ts';
import { sameCompany } from './check/tax-code.ts';
import {
  type InvoiceKey,
  type RelatedInvoice,
  readAccounts,
  readByKeys,
  readCompanyTaxCode,
  type Settled,
  writeSettled,
} from './invoices.store.ts';

type Named = Pick<RelatedInvoice, 'form' | 'symbol' | 'number'>;
/**
 * Brings what invoices say of each other into step, for those with these keys: duplicates, what replaces and adjusts, the
 * company and the accounts. Within a change of the mailbox, so that nothing is compared twice at once.
 */
export async function settleInvoices(tx: Tx, mailboxId: number, keys: InvoiceKeys[]): Promise<void> {
  const named = distinct(
    keys.flatMap(({ seller_tax_code, number, original_number }) => [
      { seller_tax_code, number },
      ...(original_number === null ? [] : [{ seller_tax_code, number: original_number }]),
    ]),
  );
  if (named.length === 0) return;
  // What came before the one that it replaces hears of it now.
  const claims = await readByKeys(tx, mailboxId, named, 'original_number');
  const wanted = distinct([...named, ...claims]);
  const same = await readByKeys(tx, mailboxId, wanted, 'number');
  const originals = distinct(
    same.flatMap(({ seller_tax_code, original_number }) =>
      original_number === null ? [] : [{ seller_tax_code, number: original_number }],
    ),
  );
  const [later, earlier, company] = [
    await readByKeys(tx, mailboxId, wanted, 'original_number'),
    await readByKeys(tx, mailboxId, originals, 'number'),
    await readCompanyTaxCode(tx, mailboxId),
  ];
  const others = {
    ...{ same: same.filter(counts), later: later.filter(counts), earlier: earlier.filter(counts) },
    company,
  };
  const settled: Settled[] = [];
  for (const invoice of same) {
    const accounts =
      invoice.account === ''
        ? []
        : await readAccounts(tx, mailboxId, {
            tax_code: invoice.seller_tax_code,
            before: invoice.received_at,
            except: invoice.id,
          });
    const after = settleOne(invoice, { ...others, accounts });
    if (Object.entries(after).some(([name, value]) => !isDeepStrictEqual(invoice[name as 'id'], value)))
      settled.push(after);
  }
  await writeSettled(tx, mailboxId, settled);
}

/** Those in Junk and Trash are held against the others, and no other one against them. */
export function counts({ standing }: Pick<RelatedInvoice, 'standing'>): boolean {
  return standing !== 'discarded';
}

type Others = {
  same: RelatedInvoice[];
  later: RelatedInvoice[];
  earlier: RelatedInvoice[];
  company: string | null;
  accounts: string[];
};

/** One invoice beside the others of its seller. */
function settleOne(invoice: RelatedInvoice, others: Others): Settled {
  const first = firstOf(invoice, others.same);
  const replacement = checkReplacement(invoice, others);
  const checks = [
    ...invoice.own_checks,
    ...checkCompany(invoice, others.company),
    checkDuplicate(invoice, first),
    ...replacement,
    ...checkAccount(invoice, others.accounts),
  ];
  const isReplaced = replacement.some(({ reason }) => reason === 'replaced_by_later');
  return {
    id: invoice.id,
    checks,
    state: stateOf(checks),
    standing: !counts(invoice)
      ? 'discarded'
      : first.id !== invoice.id
        ? 'duplicate'
        : isReplaced
          ? 'replaced'
          : 'valid',
    duplicate_of: first.id === invoice.id ? null : first.id,
    direction: directionOf(invoice, others.company),
  };
}

/** Of all that name themselves alike: what the seller has signed before what nobody has, then what came first. */
function firstOf(invoice: RelatedInvoice, same: RelatedInvoice[]): RelatedInvoice {
  if (invoice.number === '' || invoice.seller_tax_code === '') return invoice;
  const [first = invoice] = same
    .filter((other) => other.seller_tax_code === invoice.seller_tax_code && isOriginalOf(other, invoice))
    .sort(
      (a, b) =>
        Number(b.proven) - Number(a.proven) || a.received_at - b.received_at || (a.id < b.id ? -1 : 1),
    );
  return first;
}

function checkDuplicate(invoice: RelatedInvoice, first: RelatedInvoice): InvoiceCheck {
  if (first.id === invoice.id) return { check: 'duplicate', state: 'ok', reason: 'matches' };
  const reason = first.content_hash === invoice.content_hash ? 'seen_before' : 'same_number_other_content';
  return { check: 'duplicate', state: 'failed', reason };
}

function checkReplacement(invoice: RelatedInvoice, { later, earlier }: Others): InvoiceCheck[] {
  const check = 'replacement';
  const claims = later.filter(
    (one) =>
      one.id !== invoice.id &&
      one.seller_tax_code === invoice.seller_tax_code &&
      isOriginalOf(originalOf(one), invoice),
  );
  // Anybody can write that an invoice is replaced: what is not proven to be the seller's changes nothing of one that is.
  const believed = claims.filter(({ proven }) => proven || !invoice.proven);
  if (believed.some(({ original_kind }) => original_kind === 'replaces'))
    return [{ check, state: 'failed', reason: 'replaced_by_later' }];
  if (believed.length > 0) return [{ check, state: 'ok', reason: 'adjusted_by_later' }];
  if (claims.length > 0) return [{ check, state: 'unknown', reason: 'later_claims_unproven' }];
  if (invoice.original_kind === null) return [];
  const isHere = earlier.some(
    (one) => one.seller_tax_code === invoice.seller_tax_code && isOriginalOf(one, originalOf(invoice)),
  );
  if (!isHere) return [{ check, state: 'unknown', reason: 'original_not_here' }];
  const reason = invoice.original_kind === 'replaces' ? 'replaces_earlier' : 'adjusts_earlier';
  return [{ check, state: 'ok', reason }];
}

function checkCompany(
  { seller_tax_code, buyer_tax_code }: RelatedInvoice,
  company: string | null,
): InvoiceCheck[] {
  const check = 'company';
  if (company === null) return [{ check, state: 'unknown', reason: 'company_unknown' }];
  if (sameCompany(seller_tax_code, company)) return [{ check, state: 'ok', reason: 'matches' }];
  if (buyer_tax_code === '') return [{ check, state: 'unknown', reason: 'not_stated' }];
  if (buyer_tax_code === company) return [{ check, state: 'ok', reason: 'matches' }];
  const told = { found: buyer_tax_code, expected: company };
  return sameCompany(buyer_tax_code, company)
    ? [{ check, state: 'ok', reason: 'branch', ...told }]
    : [{ check, state: 'failed', reason: 'other_company', ...told }];
}

function checkAccount({ account }: RelatedInvoice, accounts: string[]): InvoiceCheck[] {
  if (account === '') return [];
  const check = 'account';
  const known: InvoiceReason = accounts.length === 0 ? 'first_account' : 'matches';
  if (accounts.length === 0) return [{ check, state: 'unknown', reason: known }];
  if (accounts.includes(account)) return [{ check, state: 'ok', reason: known }];
  return [
    {
      check,
      state: 'failed',
      reason: 'account_differs',
      found: account,
      expected: accounts.slice(0, 3).join(', '),
    },
  ];
}

/** Without a tax code of the company it stays as the folder of its message says. */
function directionOf(invoice: RelatedInvoice, company: string | null): RelatedInvoice['direction'] {
  if (company === null) return invoice.direction;
  return sameCompany(invoice.seller_tax_code, company) ? 'sold' : 'bought';
}

function originalOf({ original_form, original_symbol, original_number }: RelatedInvoice): Named {
  return { form: original_form ?? '', symbol: original_symbol ?? '', number: original_number ?? '' };
}

/** Numbers are written with zeros before them or without; forms are left out by some. */
export function isOriginalOf(a: Named, b: Named): boolean {
  return (
    a.number.replace(/^0+/, '') === b.number.replace(/^0+/, '') &&
    a.symbol.toUpperCase() === b.symbol.toUpperCase() &&
    (a.form === b.form || a.form === '' || b.form === '')
  );
}

function distinct(keys: InvoiceKey[]): InvoiceKey[] {
  const known = new Map(
    keys.map(({ seller_tax_code, number }) => [`${seller_tax_code} ${number}`, { seller_tax_code, number }]),
  );
  return [...known.values()];
}
