/** The results of RFC 8601; `temperror` also when the answer did not come in time. */
export type CheckResult =
  | 'pass'
  | 'fail'
  | 'softfail'
  | 'neutral'
  | 'none'
  | 'policy'
  | 'temperror'
  | 'permerror';

/** Who a message came from, as far as it can be proved. Plain data, kept with the message. */
export type SenderVerdict = {
  /** `domain` is the one that was checked: of MAIL FROM, or of HELO for the null sender. */
  spf: { result: CheckResult; domain: string | null };
  /** `aligned`: the signature speaks for the header From's domain, and for the whole body. */
  dkim: { result: CheckResult; domain: string | null; selector: string | null; aligned: boolean }[];
  dmarc: { result: CheckResult; policy: 'none' | 'quarantine' | 'reject' | null; domain: string | null };
  arc: { result: CheckResult };
  headerFrom: string | null;
  /** All that the From fields name: a message with several claims to be from each. */
  fromAddresses: string[];
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
