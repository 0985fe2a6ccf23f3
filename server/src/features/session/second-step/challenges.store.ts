import type { ReadDb, Tx } from '../../../tables.ts';

export type Challenge = { mailbox_id: number; wrong_codes: number };

/** Together with it those of the mailbox go that nobody can answer any more. */
export async function insertChallenge(
  tx: Tx,
  challenge: { token_hash: Buffer; mailbox_id: number; created_at: number; expires_at: number },
): Promise<void> {
  await tx
    .deleteFrom('sign_in_challenges')
    .where('mailbox_id', '=', challenge.mailbox_id)
    .where('expires_at', '<=', challenge.created_at)
    .execute();
  await tx.insertInto('sign_in_challenges').values(challenge).execute();
}

export async function readChallenge(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<Challenge | undefined> {
  return db
    .selectFrom('sign_in_challenges')
    .select(['mailbox_id', 'wrong_codes'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function countWrongCode(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteChallenge(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('token_hash', '=', tokenHash).execute();
}

export async function insertTrustedDevice(
  tx: Tx,
  device: { mailbox_id: number; token_hash: Buffer; created_at: number; expires_at: number },
): Promise<void> {
  await tx
    .deleteFrom('trusted_devices')
    .where('mailbox_id', '=', device.mailbox_id)
    .where('expires_at', '<=', device.created_at)
    .execute();
  await tx.insertInto('trusted_devices').values(device).execute();
}

export async function isTrustedDevice(
  db: ReadDb,
  mailboxId: number,
  { tokenHash, now }: { tokenHash: Buffer; now: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('trusted_devices')
    .select('created_at')
    .where('mailbox_id', '=', mailboxId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}
