import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';
import { nearestMembers } from './nearest-members.ts';
import { readInsideAddresses, readServedDomain, type ServedDomain } from './recipients.store.ts';

type AddressCheck = { status: 'inside' | 'outside' | 'missing' | 'invalid'; nearest?: MailAddress[] };

/** As many look-ups of suggestions as a compose window requests at once (RC-8). */
const MOST_LOOKED_UP = 5;
/** Role addresses that accept mail even if no one has them (RFC 2142). */
const OFFICES = ['abuse', 'hostmaster', 'postmaster', 'webmaster'];

/**
 * Addresses of the caller's own domain count as inside, also of suspended people, and all others if it has a
 * catch-all. Returned by address as given.
 */
export async function checkAddresses(
  db: ReadDb,
  mailboxId: number,
  emails: string[],
): Promise<Record<string, AddressCheck>> {
  const valid = emails.filter(isValidAddress).map(foldAddress);
  const [domain, found] = await Promise.all([
    readServedDomain(db, mailboxId),
    readInsideAddresses(db, mailboxId, [...new Set(valid.flatMap((email) => [email, untagged(email)]))]),
  ]);
  const inside = new Set(found.filter(({ isDeleted }) => !isDeleted).map(({ address }) => address));
  // Mail to these is refused even by a catch-all.
  const deleted = new Set(found.filter(({ isDeleted }) => isDeleted).map(({ address }) => address));
  const statusOf = (email: string): AddressCheck['status'] => {
    if (!isValidAddress(email)) return 'invalid';
    const address = foldAddress(email);
    if (inside.has(address) || inside.has(untagged(address))) return 'inside';
    if (!isServed(address, domain)) return 'outside';
    return domain?.catchesAll && !deleted.has(address) && !deleted.has(untagged(address))
      ? 'inside'
      : 'missing';
  };
  const statuses = emails.map((email) => [email, { status: statusOf(email) } as AddressCheck] as const);
  const missing = statuses.filter(([, { status }]) => status === 'missing').slice(0, MOST_LOOKED_UP);
  for (const [email, check] of missing) check.nearest = await nearestMembers(db, mailboxId, email);
  return Object.fromEntries(statuses);
}

function isServed(address: string, domain: ServedDomain | null): boolean {
  const at = address.lastIndexOf('@');
  return address.slice(at + 1) === domain?.name && !OFFICES.includes(address.slice(0, at));
}

/** `minh+hoadon@…` belongs to Minh. */
function untagged(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).split('+')[0]}${address.slice(at)}`;
}
