import type { ReadDb, Tx } from '../../../tables.ts';

export type Challenge = { mailbox_id: number; wrong_codes: number };

/** A pending challenge or a trusted device, until it expires. */
type Expiring = { token_hash: Buffer; mailbox_id: number; created_at: number; expires_at: number };

/** Also deletes the mailbox's expired ones. */
export async function insertExpiring(
  tx: Tx,
  table: 'sign_in_challenges' | 'trusted_devices',
  row: Expiring,
): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('mailbox_id', '=', row.mailbox_id)
    .where('expires_at', '<=', row.created_at)
    .execute();
  await tx.insertInto(table).values(row).execute();
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
