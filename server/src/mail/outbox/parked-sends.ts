import { defineTask } from '../../platform/jobs/task.ts';

/** The note that a sender reads for each affected recipient. */
export const MAY_HAVE_LEFT =
  'The mail was on its way when the backup was made that has been restored. It may have been delivered since.';

/** For the parked dates of recurring messages; a job of the transaction that restores. */
export const skipMissedTask = defineTask('skip_missed_dates', { maxAttempts: 25 });
