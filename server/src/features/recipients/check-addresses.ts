import { isValidAddress } from '@bocau/contract/address.ts';
import type { ReadDb } from '../../tables.ts';
import { readInsideAddresses } from './recipients.store.ts';

export type AddressStatus = 'inside' | 'outside' | 'invalid';

/** Inside are the active addresses of the caller's own domain. Answers by address, as it was written. */
export async function checkAddresses(
  db: ReadDb,
  mailboxId: number,
  emails: string[],
): Promise<Record<string, { status: AddressStatus }>> {
  const valid = emails.filter(isValidAddress).map((email) => email.toLowerCase());
  const inside = new Set(await readInsideAddresses(db, mailboxId, valid));
  const statusOf = (email: string): AddressStatus => {
    if (!isValidAddress(email)) return 'invalid';
    return inside.has(email.toLowerCase()) ? 'inside' : 'outside';
  };
  return Object.fromEntries(emails.map((email) => [email, { status: statusOf(email) }]));
}
