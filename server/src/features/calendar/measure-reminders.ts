import { readDue } from '../../calendar/reminders/reminders.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ReadDb } from '../../tables.ts';

/**
 * The same from every process. Jobs give reminders every minute: where none runs, none is due in its lane either, and
 * only this tells.
 */
export function measureReminders({
  metrics,
  db,
  clock,
}: {
  metrics: Metrics;
  db: ReadDb;
  clock: Clock;
}): void {
  metrics.gauge(
    'bocau_reminders_oldest_due_seconds',
    'For how long the oldest reminder of a calendar that was not given has been due; 0 where none is',
    async () => {
      const now = unixSeconds(clock);
      const [oldest] = await readDue(db, now, { after: null, limit: 1 });
      return { due: oldest === undefined ? 0 : now - oldest.due_at };
    },
  );
}
