import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type LunarDue = { mailbox_id: number; object_id: string };

/** Those whose dates end soonest, of all mailboxes. */
export function readLunarDue(db: ReadDb, now: number, limit: number): Promise<LunarDue[]> {
  return readRows(
    db,
    sql<LunarDue>`
    select mailbox_id, object_id from calendar_search where extend_at < ${now} order by extend_at limit ${limit}`,
  );
}
