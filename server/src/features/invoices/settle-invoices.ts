import { isDeepStrictEqual } from 'node:util';
import type { InvoiceCheck } from '@bocau/contract/invoices.ts';
import type { InvoiceKeys } from '../../mail/invoice-files/invoice-task.ts';
import type { Tx } from '../../tables.ts';
import { stateOf } from './check/check-invoice.ts';
import { sameCompany } from './check/tax-code.ts';
import {
  type InvoiceKey,
  type KnownSeller,
  type RelatedInvoice,
  readByKeys,
  readCompanyTaxCode,
  readKnownSeller,
  type Settled,
  writeSettled,
} from './invoices.store.ts';

const NOTHING_KNOWN: KnownSeller = { accounts: [], signer_keys: [] };

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
  const [claims, company] = await Promise.all([
    // What came before the one that it replaces hears of it now.
    readByKeys(tx, mailboxId, named, 'original_number'),
    readCompanyTaxCode(tx, mailboxId),
  ]);
  const wanted = distinct([...named, ...claims]);
  const same = await readByKeys(tx, mailboxId, wanted, 'number');
  const originals = distinct(
    same.flatMap(({ seller_tax_code, original_number }) =>
      original_number === null ? [] : [{ seller_tax_code, number: original_number }],
    ),
  );
  const [later, earlier] = await Promise.all([
    wanted.length === named.length ? claims : readByKeys(tx, mailboxId, wanted, 'original_number'),
    readByKeys(tx, mailboxId, originals, 'number'),
  ]);
  const others = {
    ...{ same: same.filter(counts), later: later.filter(counts), earlier: earlier.filter(counts) },
    company,
  };
  const settled: Settled[] = [];
  for (const invoice of same) {
    const { seller_tax_code: tax_code, proven, received_at: before, id: except } = invoice;
    // Without an account and a signature there is nothing to compare.
    const isCompared = tax_code !== '' && (invoice.account !== '' || isSigned(invoice));
    const known = isCompared
      ? await readKnownSeller(tx, mailboxId, { tax_code, proven, before, except })
      : NOTHING_KNOWN;
    const after = settleOne(invoice, { ...others, known });
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
  known: KnownSeller;
};

/** One invoice beside the others of its seller. */
function settleOne(invoice: RelatedInvoice, others: Others): Settled {
  const first = firstOf(invoice, others.same);
  const replacement = checkReplacement(invoice, others);
  const checks = [
    ...invoice.own_checks,
    ...checkCompany(invoice, others.company),
    checkDuplicate(invoice, first, others.same),
    ...replacement,
    ...checkKnown(invoice, others.known),
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

/**
 * Of the same invoice, come several times, the one that counts. What somebody else has signed, or nobody, under the same number
 * is another one: it must not take the place of the seller's, and which of them is the seller's is not known here.
 */
function firstOf(invoice: RelatedInvoice, same: RelatedInvoice[]): RelatedInvoice {
  const [first = invoice] = namesakes(invoice, same)
    .filter((other) => isCopyOf(other, invoice))
    .concat(counts(invoice) ? invoice : [])
    .sort(
      (a, b) =>
        Number(b.proven) - Number(a.proven) || a.received_at - b.received_at || (a.id < b.id ? -1 : 1),
    );
  return first;
}

/** The others that have its number. */
export function namesakes(invoice: RelatedInvoice, same: RelatedInvoice[]): RelatedInvoice[] {
  if (invoice.number === '' || invoice.seller_tax_code === '') return [];
  return same.filter(
    (other) =>
      other.id !== invoice.id &&
      other.seller_tax_code === invoice.seller_tax_code &&
      isOriginalOf(other, invoice),
  );
}

/** Those that say something else, and that one who has signed must answer for: nobody's word counts against a signature. */
export function isInConflict(other: RelatedInvoice, invoice: RelatedInvoice): boolean {
  return !isCopyOf(other, invoice) && (isSigned(other) || !isSigned(invoice));
}

function isCopyOf(other: RelatedInvoice, invoice: RelatedInvoice): boolean {
  return other.content_hash === invoice.content_hash || haveOneSigner(other, invoice);
}

function isSigned({ signer_key }: RelatedInvoice): boolean {
  return (signer_key ?? '') !== '';
}

/** Whose key it is, a certificate says of itself: that two were signed with one key is all that is proven. */
export function haveOneSigner(a: RelatedInvoice, b: RelatedInvoice): boolean {
  return isSigned(a) && a.signer_key === b.signer_key;
}

function checkDuplicate(
  invoice: RelatedInvoice,
  first: RelatedInvoice,
  same: RelatedInvoice[],
): InvoiceCheck {
  const check = 'duplicate';
  if (first.id !== invoice.id && first.content_hash === invoice.content_hash)
    return { check, state: 'failed', reason: 'seen_before' };
  const isContested = namesakes(invoice, same).some((other) => isInConflict(other, invoice));
  if (first.id !== invoice.id || isContested)
    return { check, state: 'failed', reason: 'same_number_other_content' };
  return { check, state: 'ok', reason: 'matches' };
}

function checkReplacement(invoice: RelatedInvoice, { later, earlier }: Others): InvoiceCheck[] {
  const check = 'replacement';
  const claims = later.filter(
    (one) =>
      one.id !== invoice.id &&
      one.seller_tax_code === invoice.seller_tax_code &&
      isOriginalOf(originalOf(one), invoice),
  );
  // Anybody can write that an invoice is replaced, and sign that.
  const believed = claims.filter((one) => haveOneSigner(one, invoice));
  if (believed.some(({ original_kind }) => original_kind === 'replaces'))
    return [{ check, state: 'failed', reason: 'replaced_by_later' }];
  if (believed.length > 0) return [{ check, state: 'ok', reason: 'adjusted_by_later' }];
  if (claims.length > 0) return [{ check, state: 'unknown', reason: 'later_claims_unproven' }];
  if (invoice.original_kind === null) return [];
  const here = earlier.filter(
    (one) => one.seller_tax_code === invoice.seller_tax_code && isOriginalOf(one, originalOf(invoice)),
  );
  if (here.length === 0) return [{ check, state: 'unknown', reason: 'original_not_here' }];
  if (!here.some((one) => haveOneSigner(one, invoice)))
    return [{ check, state: 'unknown', reason: 'original_of_other_signer' }];
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

function checkKnown({ account, signer_key }: RelatedInvoice, known: KnownSeller): InvoiceCheck[] {
  const checks: InvoiceCheck[] = [];
  if (account !== '') checks.push(checkAccount(account, known.accounts));
  if (signer_key) checks.push(checkKey(signer_key, known.signer_keys));
  return checks;
}

function checkAccount(account: string, accounts: string[]): InvoiceCheck {
  const check = 'account';
  if (accounts.length === 0) return { check, state: 'unknown', reason: 'first_account' };
  if (accounts.includes(account)) return { check, state: 'ok', reason: 'matches' };
  const told = { found: account, expected: accounts.slice(0, 3).join(', ') };
  return { check, state: 'failed', reason: 'account_differs', ...told };
}

function checkKey(key: string, keys: string[]): InvoiceCheck {
  const check = 'known_signer';
  if (keys.length === 0) return { check, state: 'unknown', reason: 'first_certificate' };
  // Certificates are renewed: it is told, and a person decides.
  return keys.includes(key)
    ? { check, state: 'ok', reason: 'matches' }
    : { check, state: 'unknown', reason: 'other_certificate' };
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
