import { createHash, randomBytes } from 'node:crypto';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { deleteExpiredTokens, insertOfficeToken, type OfficeToken } from './office-tokens.store.ts';

/** A day of work on one document. */
const TOKEN_SECONDS = 10 * 3600;

export type TokenDeps = { db: Db; clock: Clock };

/**
 * A token for an editor: one file, one user, one right, until the user's session ends. Only its hash is
 * stored.
 */
export async function issueToken(
  { db, clock }: TokenDeps,
  bound: OfficeToken,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const now = unixSeconds(clock);
  const expiresAt = now + TOKEN_SECONDS;
  await inTransaction(db, async (tx) => {
    await deleteExpiredTokens(tx, now);
    await insertOfficeToken(tx, { ...bound, token_hash: hashOfficeToken(token), expires_at: expiresAt });
  });
  return { token, expiresAt };
}

export function hashOfficeToken(token: string): Buffer {
  return createHash('sha256').update(`office ${token}`).digest();
}
