import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { deleteOldDriveEntries } from './journal.store.ts';

const KEPT_SECONDS = 7 * 24 * 3600;
const ENTRIES_A_BATCH = 5_000;

/** Prunes the journals of all drives after a week; returns how many entries. `now` is in Unix seconds. */
export async function pruneDriveJournal(db: Db, now: number): Promise<number> {
  const before = now - KEPT_SECONDS;
  for (let pruned = 0; ; ) {
    const removed = await inTransaction(db, (tx) => deleteOldDriveEntries(tx, before, ENTRIES_A_BATCH));
    pruned += removed;
    if (removed < ENTRIES_A_BATCH) return pruned;
  }
}
