import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { findRecipient } from '../incoming/find-recipient.ts';
import { foldAddress } from '../people/fold-address.ts';
import { isOwnAddress, readForwards } from './forwarding.store.ts';

/**
 * Longer chains of local mailboxes are not followed when the forward is saved; delivery detects the loop
 * anyway.
 */
const MAILBOXES_FOLLOWED = 20;

/** An address and the one without its tag (subaddress). */
function withoutTag(address: string): string[] {
  return [address, address.replace(/\+[^@]*@/, '@')];
}

export async function isOwn(db: ReadDb, mailboxId: number, email: string): Promise<boolean> {
  return isOwnAddress(db, mailboxId, [email.toLowerCase(), ...withoutTag(foldAddress(email))]);
}

/** Refuses an address of a local mailbox that forwards back, directly or through others. */
export async function refuseLoop(db: ReadDb, mailboxId: number, address: string): Promise<void> {
  let next: string | undefined = address;
  for (let followed = 0; next !== undefined && followed < MAILBOXES_FOLLOWED; followed++) {
    const found = await findRecipient(db, next);
    if (!('accept' in found)) return;
    if (found.accept.mailboxId === mailboxId) {
      throw new Failure('forwarding_loop', 'The mailbox at this address forwards its mail back here');
    }
    next = (await readForwards(db, found.accept.mailboxId)).find(({ active }) => active)?.address;
  }
}
