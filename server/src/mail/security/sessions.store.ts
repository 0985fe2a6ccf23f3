import type { Tx } from '../../tables.ts';

/** Answers how many there were. */
export async function deleteSessions(tx: Tx, mailboxId: number, except: string | null): Promise<number> {
  let ended = tx.deleteFrom('sessions').where('mailbox_id', '=', mailboxId);
  if (except !== null) ended = ended.where('id', '!=', except);
  const { numDeletedRows } = await ended.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function markSignedOut(tx: Tx, mailboxId: number, at: number): Promise<void> {
  await tx.updateTable('mailboxes').set({ signed_out_at: at }).where('id', '=', mailboxId).execute();
}
