import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { deleteUnusedPreviews, deleteUnusedTexts } from './cleaning.store.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** A newer preview or text may belong to a file being uploaded, or arriving again with the next message. */
const KEPT_SECONDS = 24 * 3600;
const ROWS_A_STEP = 500;

/**
 * Deletes previews and texts of documents that no attachment has any more; PDFs are garbage collected like
 * other blobs.
 */
export async function purgePreviews(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  const batch = { before: now - KEPT_SECONDS, limit: ROWS_A_STEP };
  await inSteps((tx) => deleteUnusedPreviews(tx, batch, now));
  await inSteps((tx) => deleteUnusedTexts(tx, batch));

  async function inSteps(step: (tx: Tx) => Promise<number>): Promise<void> {
    let deleted: number;
    do {
      signal.throwIfAborted();
      deleted = await inTransaction(deps.db, step);
    } while (deleted === ROWS_A_STEP);
  }
}
