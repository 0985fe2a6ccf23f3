/** The results of RFC 8601; `temperror` also when the answer did not arrive in time. */
export const CHECK_RESULTS = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** The authenticated origin of a message. Plain data, stored with the message. */
export type SenderVerdict = {
  /** `domain` is the checked one: of MAIL FROM, or of HELO for the null sender; null when none was checked. */
  spf: { result: CheckResult; domain: string | null };
  /** `aligned`: the signature is for the header From's domain, and covers the whole body. */
  dkim: { result: CheckResult; domain: string | null; selector: string | null; aligned: boolean }[];
  dmarc: { result: CheckResult; policy: 'none' | 'quarantine' | 'reject' | null; domain: string | null };
  arc: { result: CheckResult };
};

export function domainOf(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .replace(/\.$/, '')
    .toLowerCase();
}

export function isSameOrWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
