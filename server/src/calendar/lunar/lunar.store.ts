import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type LunarDue = { mailbox_id: number; object_id: string };

/** Those whose dates end soonest, of all mailboxes. */
export function readLunarDue(db: ReadDb, now: number, limit: number): Promise<LunarDue[]> {
  return readRows(
    db,
    sql<LunarDue>`
    select mailbox_id, object_id from calendar_search where extend_at < ${now} order by extend_at limit ${limit}`,
  );
}

/** Of objects to which no further dates can be written now. */
export async function deferExtension(tx: Tx, mailboxId: number, ids: string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('calendar_search')
    .set({ extend_at: at })
    .where('mailbox_id', '=', mailboxId)
    .where('object_id', 'in', ids)
    .execute();
}
