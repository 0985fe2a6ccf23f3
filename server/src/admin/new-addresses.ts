import { addressTaken, parseAddress } from '../features/people/aliases.ts';
import type { ReadDb } from '../tables.ts';
import { findTakenAddress, readDomainNames } from './accounts.store.ts';
import { AdminError } from './command.ts';

export function readAddress(text: string): string {
  const address = parseAddress(text);
  if (address === null) throw new AdminError(`'${text}' is no mail address`);
  return address;
}

/** In existing domains, and not taken yet. */
export async function checkNewAddresses(db: ReadDb, addresses: string[]): Promise<void> {
  const known = new Set(await readDomainNames(db));
  for (const address of addresses) {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    if (!known.has(domain)) {
      throw new AdminError(`The domain ${domain} is not known; 'domain add ${domain}' adds it`);
    }
  }
  const taken = await findTakenAddress(db, addresses);
  if (taken) throw new AdminError((await addressTaken(db, taken)).message);
}
