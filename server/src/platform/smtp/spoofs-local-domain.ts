import type { SenderVerdict } from './sender-verdict.ts';
import { domainOf, isSameOrWithin } from './sender-verdict.ts';

/** The sender that a message claims, as it is shown. */
export type SenderClaims = {
  /** In lower-case ASCII. */
  claimedDomains: string[];
  fromFields: number;
};

/** What proves a domain: our own checks, and the results of a trusted front server. */
export type SenderProofs = Pick<SenderVerdict, 'spf' | 'dkim'> & { vouched?: string[] };

/** The maximum number of labels in a DNS name. */
const MAX_LABELS = 127;

/**
 * True when the message claims to be from one of our domains, or a subdomain of one, and neither SPF nor DKIM
 * proves it. Not for mail that our own users submit: they have authenticated.
 */
export function claimsLocalDomainFalsely(
  proofs: SenderProofs,
  claims: SenderClaims,
  isLocalDomain: (domain: string) => boolean,
): boolean {
  return claims.claimedDomains
    .filter((domain) => selfAndParents(domain).some(isLocalDomain))
    .some((domain) => !isProved(proofs, claims, domain));
}

function isProved(proofs: SenderProofs, claims: SenderClaims, domain: string): boolean {
  if (proofs.vouched?.some((vouched) => speaksFor(vouched, domain))) return true;
  if (proofs.spf.result === 'pass' && speaksFor(proofs.spf.domain, domain)) return true;
  // A signature covers the last From field; another one above it would be shown, but is not authenticated.
  if (claims.fromFields > 1) return false;
  return proofs.dkim.some(
    (signature) => signature.result === 'pass' && signature.aligned && speaksFor(signature.domain, domain),
  );
}

/** Relaxed alignment without the public suffix list: no domain proves a whole public suffix. */
function speaksFor(proved: string | null, claimed: string): boolean {
  if (!proved) return false;
  const name = domainOf(proved);
  return name.includes('.') && (isSameOrWithin(claimed, name) || isSameOrWithin(name, claimed));
}

/** `mail.home.test`, `home.test` and `test`. */
export function selfAndParents(domain: string): string[] {
  const labels = domain.split('.').slice(-MAX_LABELS);
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
