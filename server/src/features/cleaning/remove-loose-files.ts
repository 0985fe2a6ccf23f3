import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteLooseFiles } from './cleaning.store.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** How long a file is kept for a draft to reference it, or reference it again. */
const KEPT_SECONDS = 24 * 3600;
const FILES_A_STEP = 1_000;

/** Deletes uploaded files that no draft references, and files that were removed from drafts. */
export async function removeLooseFiles(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (;;) {
    signal.throwIfAborted();
    const batch = { before: now - KEPT_SECONDS, limit: FILES_A_STEP };
    const removed = await inTransaction(deps.db, (tx) => deleteLooseFiles(tx, batch, now));
    if (removed === 0) return;
  }
}
