import { sql } from 'kysely';
import type { ReadDb, Tx } from '../../tables.ts';

const FORMER_ADDRESSES = 10;

/** Returns how many there were. */
export async function deleteSessions(tx: Tx, mailboxId: number, except: string | null): Promise<number> {
  let ended = tx.deleteFrom('sessions').where('mailbox_id', '=', mailboxId);
  if (except !== null) ended = ended.where('id', '!=', except);
  const { numDeletedRows } = await ended.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function markSignedOut(tx: Tx, mailboxId: number, at: number): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set((eb) => ({ signed_out_at: at, sign_outs: eb('sign_outs', '+', 1) }))
    .where('id', '=', mailboxId)
    .execute();
}

export async function readSignOuts(db: ReadDb, mailboxId: number): Promise<number> {
  const { sign_outs } = await db
    .selectFrom('mailboxes')
    .select('sign_outs')
    .where('id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return sign_outs;
}

/** The number of global sign-outs; locks the row so that none happens until the transaction ends. */
export async function holdSignOuts(tx: Tx, mailboxId: number): Promise<number> {
  const { sign_outs } = await tx
    .selectFrom('mailboxes')
    .select('sign_outs')
    .where('id', '=', mailboxId)
    .forShare()
    .executeTakeFirstOrThrow();
  return sign_outs;
}

/** Returns whether there was one. */
export async function deleteSession(tx: Tx, mailboxId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The password, if any, may be known to someone else. The first time counts. */
export async function markPasswordExposed(tx: Tx, mailboxId: number, at: number): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ password_exposed_at: at })
    .where('id', '=', mailboxId)
    .where('password_hash', 'is not', null)
    .where('password_exposed_at', 'is', null)
    .execute();
}

/** Open pages still use the user's former address. */
export async function rememberFormerAddress(tx: Tx, mailboxId: number, address: string): Promise<void> {
  await sql`
    update sessions set former_addresses = (array_prepend(${address}, former_addresses))[:${FORMER_ADDRESSES}]
    where mailbox_id = ${mailboxId}`.execute(tx);
}
