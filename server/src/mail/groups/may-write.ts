import type { ReadDb } from '../../tables.ts';
import { foldAddress } from '../people/fold-address.ts';
import { groupAddresses } from './group-address.ts';
import { type Group, isWriter } from './groups.store.ts';

/** Whether mail from this address may go to the group; a tag of the sender does not matter. */
export async function mayWrite(db: ReadDb, group: Group, email: string): Promise<boolean> {
  for (const address of groupAddresses(foldAddress(email))) {
    if (await isWriter(db, group, address)) return true;
  }
  return false;
}
