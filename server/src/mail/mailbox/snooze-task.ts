import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';

export type SnoozeMoment = { mailboxId: number; at: number };

/** Brings back what of a mailbox is due at a moment, or was before. */
export const returnSnoozedTask = defineTask<SnoozeMoment>('return_snoozed', { maxAttempts: 10 });

export function enqueueReturn(tx: Tx, moment: SnoozeMoment): Promise<void> {
  return addJob(tx, returnSnoozedTask, moment, {
    jobKey: `snooze ${moment.mailboxId} ${moment.at}`,
    runAt: new Date(moment.at * 1000),
  });
}
