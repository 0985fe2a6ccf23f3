import type { Clock } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { findRecipient, type Recipient, type RecipientVerdict } from './find-recipient.ts';

const KEPT_MS = 2_000;
const KEPT_AT_MOST = 10_000;

/**
 * Finds recipients, with a short-lived cache of those that accept mail: a burst to one mailbox queries once.
 * The quota is checked again when the message is stored; a closed mailbox takes effect some seconds later.
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
