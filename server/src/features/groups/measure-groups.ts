import { readGroupBacklog } from '../../mail/groups/group-messages.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ReadDb } from '../../tables.ts';

/** The same from every process; the counters beside them are in `metrics.groupMessages` and `metrics.groupCopies`. */
export function measureGroups({ metrics, db, clock }: { metrics: Metrics; db: ReadDb; clock: Clock }): void {
  metrics.gauge(
    'bocau_group_backlog',
    'Messages to groups that are being distributed, and that wait for a keeper',
    async () => {
      const { distributing, held } = await readGroupBacklog(db);
      return { distributing, held };
    },
  );
  metrics.gauge(
    'bocau_group_oldest_seconds',
    'For how long the oldest of them has waited; 0 where none does',
    async () => {
      const { distributing_since: distributing, held_since: held } = await readGroupBacklog(db);
      const now = unixSeconds(clock);
      const age = (since: number | null) => (since === null ? 0 : Math.max(0, now - since));
      return { distributing: age(distributing), held: age(held) };
    },
  );
}
