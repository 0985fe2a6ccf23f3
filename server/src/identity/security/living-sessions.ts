import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { hasLivingSession, readLivingSessions } from './living-sessions.store.ts';

/**
 * Which of the sessions are still valid and unrestricted, as hexadecimal token hashes; the check does not
 * extend them.
 */
export async function findLivingSessions(
  { db, clock }: { db: ReadDb; clock: Clock },
  tokenHashes: Buffer[],
): Promise<Set<string>> {
  const living = await readLivingSessions(db, tokenHashes, unixSeconds(clock));
  return new Set(living.map((hash) => hash.toString('hex')));
}

/** Whether this session is still valid, and of somebody who reads this mailbox. */
export function isLivingSession(
  { db, clock }: { db: ReadDb; clock: Clock },
  session: { sessionId: string; mailboxId: number },
): Promise<boolean> {
  return hasLivingSession(db, { ...session, now: unixSeconds(clock) });
}
