import type { Clock } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { findRecipient, type Recipient, type RecipientVerdict } from './find-recipient.ts';

const KEPT_MS = 2_000;
const KEPT_AT_MOST = 10_000;

/**
 * Finds recipients, and remembers for a moment those that take mail: a burst to one mailbox asks once. Whether there is
 * room is asked again where the message is filed; that a mailbox is closed counts some seconds later.
 */
export function createRecipientFinder(
  db: ReadDb,
  clock: Clock,
): (address: string) => Promise<RecipientVerdict> {
  const known = new Map<string, { recipient: Recipient; until: number }>();

  return async (address) => {
    const before = known.get(address);
    if (before && before.until > clock.now()) return { accept: before.recipient };
    const verdict = await findRecipient(db, address);
    known.delete(address);
    if ('accept' in verdict) {
      if (known.size >= KEPT_AT_MOST) known.clear();
      known.set(address, { recipient: verdict.accept, until: clock.now() + KEPT_MS });
    }
    return verdict;
  };
}
