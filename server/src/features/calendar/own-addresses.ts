import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import type { ReadDb } from '../../tables.ts';

/** The addresses of the owner of calendars, as they are compared. */
export async function readOwnAddresses(db: ReadDb, mailboxId: number): Promise<ReadonlySet<string>> {
  return new Set((await readSenders(db, mailboxId)).map(({ email }) => foldAddress(email)));
}
