import { sql } from 'kysely';
import { vi } from 'vitest';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';

/** Resolves when this many transactions wait for locks of others. */
export async function untilWaiting(db: ReadDb, transactions: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await readRows(db, waiting)).length >= transactions);
}
