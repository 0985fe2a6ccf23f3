import { inTransaction } from '../../platform/db/database.ts';
import type { Db, Tx } from '../../tables.ts';
import { deleteOldEntries, deleteOldExpunged } from './journal.store.ts';

const DAY = 24 * 3600;
const ENTRIES_KEPT = 7 * DAY;
/** Mail programs are away for longer than pages are, and fetch a folder whole where it is forgotten. */
const EXPUNGED_KEPT = 90 * DAY;
const ROWS_A_BATCH = 5_000;

/**
 * Deletes journal entries older than a week, and uids that left their folder ninety days ago; answers how many rows. `now`
 * is in Unix seconds.
 */
export async function pruneJournal(db: Db, now: number): Promise<number> {
  const entries = await deleteAll(db, (tx) => deleteOldEntries(tx, now - ENTRIES_KEPT, ROWS_A_BATCH));
  return entries + (await deleteAll(db, (tx) => deleteOldExpunged(tx, now - EXPUNGED_KEPT, ROWS_A_BATCH)));
}

async function deleteAll(db: Db, deleteBatch: (tx: Tx) => Promise<number>): Promise<number> {
  for (let pruned = 0; ; ) {
    const removed = await inTransaction(db, deleteBatch);
    pruned += removed;
    if (removed < ROWS_A_BATCH) return pruned;
  }
}
