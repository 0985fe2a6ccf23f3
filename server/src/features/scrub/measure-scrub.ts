import type { Metrics } from '../../platform/metrics.ts';
import type { ReadDb } from '../../tables.ts';
import { countDamage } from './damage.store.ts';
import { readScrub } from './scrub.store.ts';

/** The same from every process. */
export function measureScrub(metrics: Metrics, db: ReadDb): void {
  metrics.gauge('bocau_blobs_damaged', 'Blobs that are suspected, damaged, missing, or were mended', () =>
    countDamage(db),
  );
  metrics.gauge('bocau_scrub_bytes', 'Bytes that this round of the scrub has read', async () => ({
    round: (await readScrub(db)).bytes,
  }));
  metrics.gauge(
    'bocau_scrub_timestamp_seconds',
    'When this round of the scrub began, when it ended, and when it stopped over too much damage; 0 where it has not',
    async () => {
      const { began_at, ended_at, stopped_at } = await readScrub(db);
      return { began: began_at ?? 0, ended: ended_at ?? 0, stopped: stopped_at ?? 0 };
    },
  );
}
