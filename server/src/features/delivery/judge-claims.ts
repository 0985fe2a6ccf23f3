import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import { comparedDomain } from '../../platform/mime/read-sender.ts';
import type { FrontResults } from '../../platform/smtp/front-results.ts';
import type { MailProtocol } from '../../platform/smtp/mail-types.ts';
import { domainOf, isSameOrWithin, type SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import {
  claimsLocalDomainFalsely,
  type SenderProofs,
  selfAndParents,
} from '../../platform/smtp/spoofs-local-domain.ts';

const NOT_JUDGED: SenderVerdict = {
  spf: { result: 'none', domain: null },
  dkim: [],
  dmarc: { result: 'none', policy: null, domain: null },
  arc: { result: 'none' },
};

/** The domains that a message claims to be from, directly or as a subdomain. */
export function claimedNames({ claimedDomains }: ParsedMail): string[] {
  return [...new Set(claimedDomains.flatMap(selfAndParents))];
}

/**
 * `inside`: proven to be from a local domain only. `forged`: claims so falsely. `outside`: all others, and
 * unknown ones.
 */
export type Origin = 'inside' | 'forged' | 'outside';

/**
 * The judged values are those parsed and shown: another parser's reading of the sender fields is not
 * considered.
 */
export function originOf(
  ours: Set<string>,
  protocol: MailProtocol,
  verdict: SenderVerdict | null,
  front: FrontResults | null,
  mail: ParsedMail,
): Origin {
  const proofs = protocol === 'lmtp' ? proofsOfFront(front, verdict) : verdict;
  if (proofs === null || ours.size === 0) return 'outside';
  if (claimsLocalDomainFalsely(proofs, mail, (domain) => ours.has(domain))) return 'forged';
  const isOurs = (domain: string) => selfAndParents(domain).some((name) => ours.has(name));
  return mail.claimedDomains.every(isOurs) ? 'inside' : 'outside';
}

/** Null when the front server's results are not available: then it is trusted to have refused forged mail. */
function proofsOfFront(front: FrontResults | null, verdict: SenderVerdict | null): SenderProofs | null {
  if (front === null) return null;
  return { vouched: front.vouched, spf: NOT_JUDGED.spf, dkim: verdict?.dkim ?? [] };
}

/** Our verdict, completed with the front server's SPF result, which only it could determine. */
export function withFrontSpf(
  verdict: SenderVerdict | null,
  spf: SenderVerdict['spf'] | null,
): SenderVerdict | null {
  if (spf === null) return verdict;
  const ours = verdict ?? NOT_JUDGED;
  const { result, policy, domain } = ours.dmarc;
  if (result !== 'none' || policy === null || domain === null) return { ...ours, spf };
  // A later check may pass.
  if (spf.result === 'temperror') return { ...ours, spf, dmarc: { result: spf.result, policy, domain } };
  const isAligned =
    spf.result === 'pass' &&
    spf.domain !== null &&
    (isSameOrWithin(spf.domain, domain) || isSameOrWithin(domain, spf.domain));
  return { ...ours, spf, dmarc: { result: isAligned ? 'pass' : 'fail', policy, domain } };
}

/**
 * DMARC and alignment are about one author; when mailauth saw a different one from the one we show, they mean
 * nothing.
 */
export function senderChecks({ spf, dkim, dmarc, arc }: SenderVerdict, mail: ParsedMail): SenderChecks {
  const judged = dmarc.domain === null ? null : comparedDomain(dmarc.domain);
  const shown = comparedDomain(domainOf(mail.from.email));
  if (judged === null || isSameOrWithin(shown, judged) || isSameOrWithin(judged, shown))
    return { spf, dkim, dmarc, arc };
  return {
    spf,
    dkim: dkim.map((signature) => ({ ...signature, aligned: false })),
    dmarc: { ...dmarc, result: 'permerror' },
    arc,
  };
}
