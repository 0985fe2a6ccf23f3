import { sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';
import type { Journal } from './kernel.ts';

/** The journal number of the last change of each of these mailboxes. */
export function readNumbers(
  db: ReadDb,
  { state }: Journal,
  mailboxIds: number[],
): Promise<{ mailbox_id: number; seq: number }[]> {
  return readRows(
    db,
    sql<{ mailbox_id: number; seq: number }>`
    select mailbox_id, seq from ${sql.table(state)} where mailbox_id = any(${mailboxIds}::bigint[])`,
  );
}
