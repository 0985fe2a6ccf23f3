import type { SenderVerdict } from './sender-verdict.ts';
import { domainOf, isSameOrWithin } from './sender-verdict.ts';

/**
 * True when the message says it is from a domain of ours, or from below one, and neither SPF nor DKIM proves it.
 * Not to be asked about mail that our own users hand in: they have proved themselves by signing in.
 */
export function claimsLocalDomainFalsely(
  verdict: SenderVerdict,
  isLocalDomain: (domain: string) => boolean,
): boolean {
  return verdict.fromAddresses
    .map(domainOf)
    .filter((domain) => selfAndParents(domain).some(isLocalDomain))
    .some((domain) => !isProved(verdict, domain));
}

function isProved(verdict: SenderVerdict, domain: string): boolean {
  const spfSpeaks = verdict.spf.result === 'pass' && speaksFor(verdict.spf.domain, domain);
  return (
    spfSpeaks ||
    verdict.dkim.some(
      (signature) => signature.result === 'pass' && signature.aligned && speaksFor(signature.domain, domain),
    )
  );
}

/** Relaxed alignment without the public suffix list: nobody proves a whole public suffix. */
function speaksFor(proved: string | null, claimed: string): boolean {
  if (!proved) return false;
  const name = domainOf(proved);
  return name.includes('.') && (isSameOrWithin(claimed, name) || isSameOrWithin(name, claimed));
}

function selfAndParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
