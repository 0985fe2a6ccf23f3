import type { Invoice, InvoiceCheck } from '@bocau/contract/invoices.ts';
import type { Language } from '../../i18n/i18n.ts';
import type { Say } from '../../i18n/say.ts';
import { amountWords } from './amounts.ts';

const SUMS: readonly InvoiceCheck['check'][] = ['line_amounts', 'rates', 'totals'];
const SIGNED: readonly InvoiceCheck['check'][] = ['signature', 'signer', 'certificate', 'known_signer'];

/** What decides the state, the worst first: where the money goes, then what is wrong with the signature. */
function deciding({ state, checks }: Pick<Invoice, 'state' | 'checks'>): InvoiceCheck[] {
  const found = checks.filter((check) => check.state === state);
  if (state === 'failed')
    return found.toSorted((a, b) => Number(b.check === 'account') - Number(a.check === 'account'));
  return state === 'unknown' ? found.filter(({ check }) => SIGNED.includes(check)) : [];
}

const OF_THE_SELLER: readonly InvoiceCheck['check'][] = ['account', 'signature', 'signer'];

/** Somebody else may have sent it: whoever answers that mail may be who wrote another account into it. */
export function isPerhapsOfAnother({ checks }: Pick<Invoice, 'checks'>): boolean {
  return checks.some(
    ({ check, state, reason }) =>
      (state === 'failed' && OF_THE_SELLER.includes(check)) ||
      reason === 'other_certificate' ||
      reason === 'same_number_other_content',
  );
}

/** The state of the checks in one line; never that an invoice is genuine. */
export function stateWords(t: Say, invoice: Pick<Invoice, 'state' | 'checks'>): string {
  const state = t(`invoices.state.${invoice.state}`);
  const [first, ...others] = deciding(invoice);
  if (!first) return state;
  const line = t('invoices.state.because', { state, reason: t(`invoices.reasons.${first.reason}`) });
  if (others.length === 0) return line;
  return `${line} ${t('invoices.state.others', { count: others.length })}`;
}

/** One check in words: the result, its reason, and what was found. */
export function checkWords(t: Say, check: InvoiceCheck, language: Language): string {
  const result = t(`invoices.results.${check.state}`);
  const why = whyWords(t, check, language);
  return why === '' ? result : `${result}: ${why}`;
}

/** Why a check is as it is, and what was found; empty where there is nothing to say. */
export function whyWords(t: Say, check: InvoiceCheck, language: Language): string {
  const parts = [
    ...(check.reason === 'matches' ? [] : [t(`invoices.reasons.${check.reason}`)]),
    ...foundWords(t, check, language),
    ...(check.lines?.length ? [t('invoices.atLines', { lines: check.lines.join(', ') })] : []),
  ];
  return parts.join('; ');
}

function foundWords(t: Say, { check, found, expected }: InvoiceCheck, language: Language): string[] {
  const shown = (text: string) =>
    SUMS.includes(check) || check === 'words'
      ? text.replace(/-?\d+(?:\.\d+)?$/, (amount) => amountWords(amount, language))
      : text;
  if (found === undefined) return [];
  if (expected === undefined) return [t('invoices.found', { found: shown(found) })];
  return [t('invoices.foundExpected', { found: shown(found), expected: shown(expected) })];
}
