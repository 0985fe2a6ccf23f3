import { TRACE_DAYS } from '@bocau/contract/admin-mail.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { pruneTrace, TRACE_SLOTS } from './trace.store.ts';

const DAY = 24 * 3600;

/** Whole days: the last one is kept until the following day is over. */
export async function pruneOldTrace(deps: { db: Db; clock: Clock }, signal: AbortSignal): Promise<void> {
  const today = Math.floor(unixSeconds(deps.clock) / DAY);
  for (const slot of TRACE_SLOTS) {
    signal.throwIfAborted();
    await inTransaction(deps.db, (tx) => pruneTrace(tx, (today - TRACE_DAYS) * DAY, slot));
  }
}
