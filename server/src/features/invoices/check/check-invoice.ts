import type { CheckState, InvoiceCheck, InvoiceSigner } from '@bocau/contract/invoices.ts';
import type { ReadInvoice } from '../read/read-invoice.ts';
import { checkAmounts } from './check-amounts.ts';
import type { CheckedSignature } from './check-signatures.ts';
import { checkDigitOf, sameCompany } from './tax-code.ts';

/** What follows from the file alone; null for signatures where they could not be looked at within the limits. */
export function checkInvoice(invoice: ReadInvoice, signatures: CheckedSignature[] | null): InvoiceCheck[] {
  return [
    ...(signatures === null
      ? [{ check: 'signature', state: 'unknown', reason: 'too_large' } as const]
      : checkSigners(invoice, signatures)),
    ...checkAmounts(invoice),
    taxCode('seller_tax_code', invoice.seller.tax_code),
    ...(invoice.buyer.tax_code === '' ? [] : [taxCode('buyer_tax_code', invoice.buyer.tax_code)]),
  ];
}

/** The key with which the seller's part was signed, whosever it is; empty where no such signature is right. */
export function signerKeyOf(signatures: CheckedSignature[] | null): string {
  const seller = best((signatures ?? []).filter(({ role }) => role === 'seller'));
  return seller?.state === 'ok' ? (seller.certificate?.keyHash ?? '') : '';
}

function checkSigners(invoice: ReadInvoice, signatures: CheckedSignature[]): InvoiceCheck[] {
  const seller = best(signatures.filter(({ role }) => role === 'seller'));
  const authority = best(signatures.filter(({ role }) => role === 'authority'));
  const checks: InvoiceCheck[] = [
    seller === undefined
      ? { check: 'signature', state: 'unknown', reason: 'not_signed' }
      : { check: 'signature', state: seller.state, reason: seller.reason },
  ];
  if (seller?.state === 'ok') checks.push(signer(invoice, seller), certificate(invoice, seller));
  if (authority !== undefined) checks.push(authoritySignature(authority));
  return checks;
}

/**
 * Any certificate may call itself the tax authority's, and none of theirs is known here: one that fits proves nothing. What it
 * signs beside the invoice, as the code alone, is held against nobody; content that was altered since is.
 */
function authoritySignature({ state, reason }: CheckedSignature): InvoiceCheck {
  const check = 'authority_signature';
  if (state === 'ok') return { check, state: 'unknown', reason: 'authority_unproven' };
  return { check, state: reason === 'signed_part_elsewhere' ? 'unknown' : state, reason };
}

/** One that fails is never hidden by another that is right. */
function best(signatures: CheckedSignature[]): CheckedSignature | undefined {
  return (
    signatures.find(({ state }) => state === 'failed') ??
    signatures.find(({ state }) => state === 'ok') ??
    signatures[0]
  );
}

function signer(
  { seller, provider_tax_code: provider }: ReadInvoice,
  { certificate }: CheckedSignature,
): InvoiceCheck {
  const signedBy = certificate?.taxCode ?? '';
  if (signedBy === '') return { check: 'signer', state: 'unknown', reason: 'no_tax_code_in_certificate' };
  if (sameCompany(signedBy, seller.tax_code)) return { check: 'signer', state: 'ok', reason: 'matches' };
  const told = { found: signedBy, expected: seller.tax_code };
  // Who makes invoices for others may sign them for these by agreement; that is not proved by the file.
  const isProvider = provider !== '' && sameCompany(signedBy, provider);
  return { check: 'signer', state: isProvider ? 'unknown' : 'failed', reason: 'other_signer', ...told };
}

function certificate({ date }: ReadInvoice, { certificate: held, signedAt }: CheckedSignature): InvoiceCheck {
  const at = signedAt ?? (date === null ? null : Date.parse(`${date}T05:00:00Z`) / 1000);
  if (held === null || at === null)
    return { check: 'certificate', state: 'unknown', reason: 'no_signing_date' };
  if (at < held.validFrom) return { check: 'certificate', state: 'failed', reason: 'signed_before_validity' };
  if (at > held.validTo) return { check: 'certificate', state: 'failed', reason: 'signed_after_validity' };
  return { check: 'certificate', state: 'ok', reason: 'matches' };
}

function taxCode(check: 'seller_tax_code' | 'buyer_tax_code', code: string): InvoiceCheck {
  if (code === '') return { check, state: 'unknown', reason: 'not_stated' };
  const digit = checkDigitOf(code);
  if (digit === 'wrong') return { check, state: 'failed', reason: 'check_digit_wrong', found: code };
  return digit === 'right'
    ? { check, state: 'ok', reason: 'matches' }
    : { check, state: 'ok', reason: 'no_check_digit' };
}

export function signersOf(signatures: CheckedSignature[] | null): InvoiceSigner[] {
  return (signatures ?? []).flatMap(({ role, state, certificate, signedAt }) =>
    certificate === null
      ? []
      : [
          {
            role,
            name: certificate.name,
            tax_code: certificate.taxCode,
            issuer: certificate.issuer,
            valid_from: certificate.validFrom,
            valid_to: certificate.validTo,
            signed_at: signedAt,
            valid: state === 'ok',
          },
        ],
  );
}

const CORE = new Set(['signature', 'signer', 'totals']);

/** Of all checks of an invoice: one that fails fails it; it is unknown where what matters most is. */
export function stateOf(checks: readonly InvoiceCheck[]): CheckState {
  if (checks.some(({ state }) => state === 'failed')) return 'failed';
  const isOpen = ({ check, reason }: InvoiceCheck) => CORE.has(check) || reason === 'other_certificate';
  return checks.some((one) => one.state === 'unknown' && isOpen(one)) ? 'unknown' : 'ok';
}
