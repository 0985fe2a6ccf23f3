import { sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';

/** Earlier recipients of this drive remain its heirs, for what they received. */
export async function writeHeir(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`
    insert into drive_heirs (mailbox_id, heir_mailbox_id) values (${from}, ${to})
    on conflict (mailbox_id, heir_mailbox_id) do nothing`.execute(tx);
}

/** Each heir costs a query. */
const MOST_HEIRS = 50;

/** The drives that may now have shares of this one, including indirect hand-overs. */
export async function readHeirs(db: ReadDb, mailboxId: number): Promise<number[]> {
  const found = new Set([mailboxId]);
  for (const id of found) {
    if (found.size > MOST_HEIRS) break;
    const rows = await readRows(
      db,
      sql<{ id: number }>`select heir_mailbox_id as id from drive_heirs where mailbox_id = ${id}`,
    );
    for (const heir of rows) found.add(heir.id);
  }
  found.delete(mailboxId);
  return [...found];
}
