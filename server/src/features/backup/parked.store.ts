import { sql } from 'kysely';
import { PARKED_SECONDS } from '../../platform/backups/parked-seconds.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type ParkedSend = { mailboxId: number; outboxId: string; dueAt: number };

export async function readParkedSends(db: ReadDb, limit: number): Promise<ParkedSend[]> {
  return readRows(
    db,
    sql<ParkedSend>`
      select mailbox_id as "mailboxId", id as "outboxId", due_at - ${PARKED_SECONDS}::bigint as "dueAt" from outbox
      where state = 'held' and due_at >= ${PARKED_SECONDS} limit ${limit}`,
  );
}

/** Messages that were being transmitted when the backup was made. */
export async function readBegunSends(
  db: ReadDb,
  after: string,
  limit: number,
): Promise<{ mailboxId: number; outboxId: string }[]> {
  return readRows(
    db,
    sql<{ mailboxId: number; outboxId: string }>`
      select mailbox_id as "mailboxId", id as "outboxId" from outbox
      where state = 'sending' and id > ${after} order by id limit ${limit}`,
  );
}

export async function putBackDueTime(tx: Tx, { mailboxId, outboxId, dueAt }: ParkedSend): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ due_at: dueAt })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', outboxId)
    .execute();
}
