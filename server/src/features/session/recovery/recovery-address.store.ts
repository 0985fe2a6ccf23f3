import type { ReadDb, Tx } from '../../../tables.ts';

export type RecoveryAddress = {
  address: string | null;
  verified_at: number | null;
  pending_address: string | null;
  code_hash: Buffer | null;
  code_sent_at: number | null;
  wrong_tries: number;
};

export async function readRecoveryAddress(
  db: ReadDb,
  mailboxId: number,
): Promise<RecoveryAddress | undefined> {
  return db
    .selectFrom('recovery_addresses')
    .select(['address', 'verified_at', 'pending_address', 'code_hash', 'code_sent_at', 'wrong_tries'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
}

/** The verified address stays until this one is verified. */
export async function writePendingAddress(
  tx: Tx,
  mailboxId: number,
  { address, codeHash, now }: { address: string; codeHash: Buffer; now: number },
): Promise<void> {
  const pending = { pending_address: address, code_hash: codeHash, code_sent_at: now, wrong_tries: 0 };
  await tx
    .insertInto('recovery_addresses')
    .values({ mailbox_id: mailboxId, address: null, verified_at: null, ...pending })
    .onConflict((conflict) => conflict.column('mailbox_id').doUpdateSet(pending))
    .execute();
}

export async function countWrongTry(tx: Tx, mailboxId: number): Promise<void> {
  await tx
    .updateTable('recovery_addresses')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

export async function activateAddress(tx: Tx, mailboxId: number, now: number): Promise<void> {
  await tx
    .updateTable('recovery_addresses')
    .set({ verified_at: now, pending_address: null, code_hash: null, code_sent_at: null, wrong_tries: 0 })
    .set((eb) => ({ address: eb.ref('pending_address') }))
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

export async function deleteRecoveryAddress(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('recovery_addresses').where('mailbox_id', '=', mailboxId).execute();
}
