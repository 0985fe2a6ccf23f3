import { feedFault } from '@bocau/contract/calendar.ts';
import { countFaults } from '../../../calendar/subscriptions/subscriptions.store.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { ReadDb } from '../../../tables.ts';

/** The same from every process. */
export function measureSubscriptions({ metrics, db }: { metrics: Metrics; db: ReadDb }): void {
  const none = Object.fromEntries(feedFault.options.map((fault) => [fault, 0]));
  metrics.gauge(
    'bocau_calendars_unreadable',
    'Calendars elsewhere that people follow and that can not be read now, by the reason',
    async () => {
      const counts = await countFaults(db);
      return { ...none, ...Object.fromEntries(counts.map(({ fault, count }) => [fault, count])) };
    },
  );
}
