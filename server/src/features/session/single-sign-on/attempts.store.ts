import type { ReadDb, Tx } from '../../../tables.ts';

/** A sign-in begun in a browser that waits for the provider's answer. */
type Attempt = {
  token_hash: Buffer;
  domain_id: number;
  browser_hash: Buffer;
  return_to: string;
  created_at: number;
  expires_at: number;
};

/** The identity asserted by the provider. */
export type Identity = { issuer: string; subject: string; email: string; email_verified: boolean };

/** Also deletes a few expired ones; the rate limit keeps the rest from accumulating. */
export async function insertAttempt(tx: Tx, attempt: Attempt & Partial<Identity>): Promise<void> {
  await tx
    .deleteFrom('sign_on_attempts')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sign_on_attempts')
        .select('token_hash')
        .where('expires_at', '<=', attempt.created_at)
        .orderBy('expires_at')
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  await tx.insertInto('sign_on_attempts').values(attempt).execute();
}

/** Single use, and only in the browser where it began. */
export async function takeAttempt(
  tx: Tx,
  { tokenHash, browserHash, now }: { tokenHash: Buffer; browserHash: Buffer; now: number },
): Promise<{ domain_id: number; return_to: string } | undefined> {
  return tx
    .deleteFrom('sign_on_attempts')
    .where('token_hash', '=', tokenHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .where('subject', 'is', null)
    .returning(['domain_id', 'return_to'])
    .executeTakeFirst();
}

export type IdentifiedRow = Identity & { domain_id: number; created_at: number };

/** An attempt that the provider has answered. */
export async function readIdentified(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<IdentifiedRow | undefined> {
  return db
    .selectFrom('sign_on_attempts')
    .select(['domain_id', 'created_at', 'issuer', 'subject', 'email', 'email_verified'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('subject', 'is not', null)
    .$narrowType<{ issuer: string; subject: string; email: string }>()
    .executeTakeFirst();
}

/** False when another call was faster. */
export async function deleteIdentified(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_on_attempts')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
