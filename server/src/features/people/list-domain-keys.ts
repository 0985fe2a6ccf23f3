import type { DomainKey, DomainKeys } from '@bocau/contract/admin-domains.ts';
import { readPublishedKeys } from '../../identity/domain-keys/domain-keys.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import { checkDkim, type DnsDeps, dkimOf } from './check-dns.ts';

type Domain = { id: number; name: string };

/** The keys of a domain with the records to publish; the configured one only while it signs. */
export async function readKeyList(
  deps: Pick<DnsDeps, 'db' | 'secrets' | 'dkim'>,
  { id, name: domain }: Domain,
): Promise<DomainKeys> {
  const published = await readPublishedKeys(deps, id);
  const keys = published.map(({ key, selector, signs, ofServer: of_server, createdAt: created_at }) => {
    return { selector, signs, of_server, created_at, record: key && recordOf(key, domain) };
  });
  return { keys, fallback: deps.dkim?.selector ?? null };
}

function recordOf(key: DkimKey, domain: string): DomainKey['record'] {
  const { type, name, expected } = dkimOf(key, domain);
  return { type, name, expected };
}

/**
 * With a record that others do not find, they could not verify the signature and would treat the mail as
 * forged.
 */
export async function requirePublished(deps: DnsDeps, { id, name }: Domain, selector: string): Promise<void> {
  const keys = await readPublishedKeys(deps, id);
  const found = keys.find((each) => each.selector === selector && !each.ofServer);
  if (!found) throw new Failure('not_found', `The domain has no key ${selector}`);
  if (!found.key) throw new Failure('service_unavailable', 'The server can not read the key (SECRETS_KEY)');
  const { verdict } = await checkDkim(deps, found.key, name);
  if (verdict === 'right') return;
  const problem = 'has no record in DNS yet that others could verify by';
  throw invalidInput(`The key ${problem}`, { field: 'selector', problem, rule: 'invalid' });
}
