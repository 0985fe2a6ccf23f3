import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** False when the mailbox has no such address. */
export async function writeSender(
  tx: Tx,
  mailboxId: number,
  address: string,
  change: { sender_name?: string | null; signature?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('addresses')
    // The address itself: an update needs a column even when nothing changes.
    .set({ address, ...change })
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The previous default first: the index allows only one at any moment. */
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
