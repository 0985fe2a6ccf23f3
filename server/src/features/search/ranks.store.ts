import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { queryOfRow } from './search-conditions.store.ts';

export type Ranked = { id: string; rank: number };

export async function readRanks(
  db: ReadDb,
  mailboxId: number,
  pattern: string,
  ids: string[],
): Promise<Ranked[]> {
  return readRows(
    db,
    sql<Ranked>`
      select s.message_id as id, ts_rank('{0.1, 0.2, 0.4, 1}', s.words, ${queryOfRow(mailboxId, pattern)}) as rank
      from message_search s
      where s.mailbox_id = ${mailboxId} and s.message_id = any(${ids}::uuid[])`,
  );
}
