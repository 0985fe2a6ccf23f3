import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { deleteOldEntries } from './journal.store.ts';

const KEPT_SECONDS = 7 * 24 * 3600;
const ENTRIES_A_BATCH = 5_000;

/** Deletes journal entries older than a week; answers how many. `now` is in Unix seconds. */
export async function pruneJournal(db: Db, now: number): Promise<number> {
  const before = now - KEPT_SECONDS;
  for (let pruned = 0; ; ) {
    const removed = await inTransaction(db, (tx) => deleteOldEntries(tx, before, ENTRIES_A_BATCH));
    pruned += removed;
    if (removed < ENTRIES_A_BATCH) return pruned;
  }
}
