import { REVIEW_DAYS } from '@bocau/contract/admin-review.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { CleaningDeps } from './cleaning-deps.ts';
import { deleteSentBefore, insertSentOf, readLastCounted } from './count-sent.store.ts';

const DAY_SECONDS = 24 * 3600;

/** Counts the messages sent on each full day not counted yet, for the statistics in lists. */
export async function countSent({ db, clock }: CleaningDeps, signal: AbortSignal): Promise<void> {
  const today = Math.floor(unixSeconds(clock) / DAY_SECONDS);
  const first = today - REVIEW_DAYS;
  const last = await readLastCounted(db);
  for (let day = Math.max(first, (last ?? 0) + 1); day < today; day += 1) {
    signal.throwIfAborted();
    const within = { from: day * DAY_SECONDS, before: (day + 1) * DAY_SECONDS };
    await inTransaction(db, (tx) => insertSentOf(tx, day, within));
  }
  await inTransaction(db, (tx) => deleteSentBefore(tx, first));
}
