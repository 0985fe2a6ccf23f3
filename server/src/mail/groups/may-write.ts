import type { ReadDb } from '../../tables.ts';
import { foldAddress } from '../people/fold-address.ts';
import { groupAddresses } from './group-address.ts';
import { type Group, hasWritersAt, isWriter } from './groups.store.ts';

/** Whether mail from this address may go to the group; a tag of the sender does not matter. */
export async function mayWrite(db: ReadDb, group: Group, email: string): Promise<boolean> {
  for (const address of groupAddresses(foldAddress(email))) {
    if (await isWriter(db, group, address)) return true;
  }
  return false;
}

/**
 * Whether mail with this envelope sender may be for the group. Anybody can write an envelope, and would learn from the
 * answers who is a member: so all of one domain are answered alike.
 */
export async function mayBeWriter(db: ReadDb, group: Group, email: string): Promise<boolean> {
  const address = foldAddress(email);
  return hasWritersAt(db, group, address.slice(address.lastIndexOf('@') + 1));
}
