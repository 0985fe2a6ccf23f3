import { headerValues, splitHeaders } from '../mime/split-headers.ts';
import { CHECK_RESULTS, domainOf, type SenderVerdict } from './sender-verdict.ts';

const LONGEST_FIELD = 20_000;
/** The property that identifies whom each method authenticates, by address or domain (RFC 8601 section 2.7). */
const PROVED = new Map(
  Object.entries({
    spf: ['smtp.mailfrom'],
    dkim: ['header.d', 'header.i'],
    auth: ['smtp.auth', 'smtp.mailfrom'],
  }),
);

export type FrontResults = {
  /** Whether there are any results. */
  found: boolean;
  /** The domains that were authenticated or that signed. */
  vouched: string[];
  /** Null when it has no SPF result. */
  spf: SenderVerdict['spf'] | null;
};

/**
 * The Authentication-Results of trusted gateways in front. Each removes foreign fields under its own
 * authserv-id (RFC 8601 section 5), so all fields with that id are its own.
 */
export function readFrontResults(head: Buffer, gateways: readonly string[]): FrontResults {
  const { fields } = splitHeaders(head, 0, head.length);
  let found = false;
  const results = headerValues(fields, 'authentication-results').flatMap((value) => {
    const [name = '', ...given] = withoutComments(value.slice(0, LONGEST_FIELD)).split(';');
    const [server = ''] = name.trim().toLowerCase().split(/\s+/);
    if (!gateways.includes(server)) return [];
    found = true;
    return given.map(readResult);
  });
  const vouched = results.flatMap(({ outcome, domains }) => (outcome === 'pass' ? domains : []));
  const spf = results.find(({ method }) => method === 'spf');
  const result = CHECK_RESULTS.find((known) => known === spf?.outcome);
  return {
    found,
    vouched: [...new Set(vouched)],
    spf: spf && result ? { result, domain: spf.domains[0] ?? null } : null,
  };
}

function readResult(given: string): { method: string; outcome: string; domains: string[] } {
  const [first = '', ...properties] = given.trim().toLowerCase().split(/\s+/);
  const [name = '', outcome = ''] = first.split('=');
  const method = name.split('/')[0] ?? '';
  const proving = PROVED.get(method) ?? [];
  const domains = properties.flatMap((property) => {
    const [key = '', value = ''] = property.split('=', 2);
    const domain = domainOf(value.replaceAll('"', ''));
    return proving.includes(key) && domain !== '' ? [domain] : [];
  });
  return { method, outcome, domains };
}

function withoutComments(value: string): string {
  let depth = 0;
  let text = '';
  for (const character of value) {
    if (character === '(') depth += 1;
    else if (character === ')' && depth > 0) depth -= 1;
    else if (depth === 0) text += character;
  }
  return text;
}
