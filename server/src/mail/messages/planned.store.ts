import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { placedMessages } from '../mailbox/placed-messages.store.ts';

type Planned = { mailboxId: number; folderId: string; messageIds: readonly string[] | undefined };

/** Messages of a folder of planned sends, the latest first: of those that are given, or of all. */
export async function readPlanned(
  db: ReadDb,
  { mailboxId, folderId, messageIds }: Planned,
  limit: number,
): Promise<string[]> {
  const given = messageIds?.filter(isId);
  if (messageIds && given) await requireMessages(db, mailboxId, new Set(messageIds).size, given);
  const rows = await readRows(
    db,
    sql<{ id: string }>`
      select p.id from ${placedMessages(mailboxId, { in: folderId, deletedToo: true })} p
      ${given ? sql`where p.id = any(${given}::uuid[])` : sql``}
      order by p.received_at desc, p.id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Refuses a list in which one is not of this mailbox, wherever it lies in it. */
async function requireMessages(db: ReadDb, mailboxId: number, wanted: number, ids: string[]): Promise<void> {
  const rows = await readRows(
    db,
    sql`select from messages where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
  if (rows.length < wanted) throw new Failure('message_not_found', 'Message not found');
}
