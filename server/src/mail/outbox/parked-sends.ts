import { defineTask } from '../../platform/jobs/task.ts';

/**
 * What came due since the backup was made that has been restored is put off by so much, beyond all times that people may
 * plan, until it is looked at.
 */
export const PARKED_SECONDS = 1_000_000_000_000;

/** For the parked dates of recurring messages; a job of the transaction that restores. */
export const skipMissedTask = defineTask('skip_missed_dates', { maxAttempts: 25 });
