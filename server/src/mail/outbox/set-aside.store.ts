import type { Tx } from '../../tables.ts';
import type { OutboxKey } from './sending-tasks.ts';

/** A message that sending has moved, and where it was. */
export type AsideMove = { message_id: string; from_folder_id: string };

export async function writeSetAside(
  tx: Tx,
  { mailboxId, outboxId }: OutboxKey,
  moves: AsideMove[],
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ set_aside: JSON.stringify(moves) })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', outboxId)
    .execute();
}
