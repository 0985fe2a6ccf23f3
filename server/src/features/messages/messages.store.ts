import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** How many of the ids are messages of the mailbox. */
export async function countMessages(db: ReadDb, mailboxId: number, ids: string[]): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
      select count(*)::integer as count from messages
      where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
  return rows[0]?.count ?? 0;
}
