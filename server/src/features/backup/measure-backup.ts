import type { Metrics } from '../../platform/metrics.ts';
import type { ReadDb } from '../../tables.ts';
import { readLastBackup } from './last-backup.store.ts';

/** The same from every process. */
export function measureBackup(metrics: Metrics, db: ReadDb): void {
  metrics.gauge(
    'bocau_backup_timestamp_seconds',
    'The moment of which the newest backup is; 0 where none has been made',
    async () => ({ newest: (await readLastBackup(db))?.at ?? 0 }),
  );
  metrics.gauge(
    'bocau_backup_damaged',
    'Parts of the newest backup that were found damaged when it was last verified',
    async () => ({ newest: (await readLastBackup(db))?.damaged ?? 0 }),
  );
}
