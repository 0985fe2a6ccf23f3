import type { DomainKeys } from '@bocau/contract/admin-domains.ts';
import { readPublishedKeys } from '../../mail/domain-keys/domain-keys.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { checkDkim, type DnsDeps, dkimOf } from './check-dns.ts';

type Domain = { id: number; name: string };

/** The keys of a domain with the records to publish; that of the settings only while it signs. */
export async function readKeyList(
  deps: Pick<DnsDeps, 'db' | 'secrets' | 'dkim'>,
  { id, name: domain }: Domain,
): Promise<DomainKeys> {
  const published = await readPublishedKeys(deps, id);
  const keys = published.map((key) => {
    const { type, name, expected } = dkimOf(key, domain);
    const { selector, signs, ofServer: of_server, createdAt: created_at } = key;
    return { selector, signs, of_server, created_at, record: { type, name, expected } };
  });
  return { keys, fallback: deps.dkim?.selector ?? null };
}

/** By what others do not find they could not verify the signature: mail would be taken for forged. */
export async function requirePublished(deps: DnsDeps, { id, name }: Domain, selector: string): Promise<void> {
  const keys = await readPublishedKeys(deps, id);
  const key = keys.find((each) => each.selector === selector && !each.ofServer);
  if (!key) throw new Failure('not_found', `The domain has no key ${selector}`);
  const { verdict } = await checkDkim(deps, key, name);
  if (verdict === 'right') return;
  const problem = 'has no record in DNS yet that others could verify by';
  throw invalidInput(`The key ${problem}`, { field: 'selector', problem, rule: 'invalid' });
}
