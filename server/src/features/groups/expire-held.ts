import { HELD_DAYS, HELD_UNDO_MINUTES } from '@bocau/contract/held-messages.ts';
import { decide, deleteDecided, dropRefused, readOverdue } from '../../mail/groups/held-messages.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type CronJob, defineTask } from '../../platform/jobs/task.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Db } from '../../tables.ts';
import { drop } from './decide-held.ts';

const DAY = 24 * 3600;
const A_STEP = 100;
/** A sender that did not hear our answer gives up long before, and a keeper may look at what was decided. */
const DECIDED_DAYS = 7;

export const expireHeldTask = defineTask('expire_held', { maxAttempts: 6, priority: 20, lane: 'slow' });

/** In UTC; night in Vietnam. */
export const groupCron: CronJob[] = [{ task: expireHeldTask, at: '27 18 * * *', catchUpHours: 24 }];

/** Drops what nobody decided on in time, each with a line in the trace, and the sources of what was refused. */
export async function expireHeld(
  { db, clock, metrics }: { db: Db; clock: Clock; metrics: Pick<Metrics, 'groupMessages'> },
  signal: AbortSignal,
): Promise<void> {
  const at = unixSeconds(clock);
  for (;;) {
    signal.throwIfAborted();
    const overdue = await readOverdue(db, at - HELD_DAYS * DAY, A_STEP);
    if (overdue.length === 0) break;
    const dropped = await inTransaction(db, async (tx) => {
      let count = 0;
      for (const { id, groupId, address } of overdue) {
        const held = await decide(tx, groupId, id, { decision: 'expired', at, by: null });
        if (!held) continue;
        await drop(tx, { address }, held, at, `nobody decided within ${HELD_DAYS} days`);
        count += 1;
      }
      return count;
    });
    metrics.groupMessages.inc({ outcome: 'expired' }, dropped);
  }
  for (;;) {
    signal.throwIfAborted();
    const dropped = await inTransaction(db, (tx) => dropRefused(tx, at - HELD_UNDO_MINUTES * 60, at, A_STEP));
    if (dropped < A_STEP) break;
  }
  for (;;) {
    signal.throwIfAborted();
    const removed = await inTransaction(db, (tx) => deleteDecided(tx, at - DECIDED_DAYS * DAY, A_STEP));
    if (removed < A_STEP) break;
  }
}
