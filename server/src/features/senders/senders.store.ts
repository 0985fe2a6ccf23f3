import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** False where the mailbox has no such address. */
export async function writeSenderName(
  tx: Tx,
  mailboxId: number,
  address: string,
  name: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('addresses')
    .set({ sender_name: name })
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The one before first: the index allows one default at any moment. */
export async function writeDefaultSender(tx: Tx, mailboxId: number, address: string): Promise<boolean> {
  await sql`
    update addresses set default_sender = false
    where mailbox_id = ${mailboxId} and default_sender and address <> ${address}`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('addresses')
    .set({ default_sender: true })
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
