import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { suspectBlob } from './damage.store.ts';
import { scrubTask } from './scrub.jobs.ts';
import type { ScrubDeps } from './scrub-deps.ts';

/** For readers of blobs: a seemingly damaged one is recorded, and read again by the scrub. */
export function createDamageReport({ db, clock, log }: Pick<ScrubDeps, 'db' | 'clock' | 'log'>) {
  const reporting = new Set<string>();

  async function report(key: string): Promise<void> {
    try {
      await inTransaction(db, async (tx) => {
        const isNew = await suspectBlob(tx, key, unixSeconds(clock));
        if (isNew) await addJob(tx, scrubTask, {}, { jobKey: 'scrub suspected' });
      });
    } catch (error) {
      log.warn({ blob: key, reason: (error as Error).message }, 'suspected blob not written down');
    } finally {
      reporting.delete(key);
    }
  }

  return (key: string): void => {
    if (reporting.has(key)) return;
    reporting.add(key);
    log.error({ event: 'blob_suspected', blob: key }, 'blob read with wrong bytes');
    void report(key);
  };
}
