import type { Tx } from '../../tables.ts';
import { enqueueReturn, type SnoozeMoment } from '../mailbox/snooze-task.ts';
import { insertSnoozeTime } from './snoozed.store.ts';

/** Has a job bring back what of a mailbox is due then, and the moment known should the job be lost. */
export async function planReturn(tx: Tx, moment: SnoozeMoment): Promise<void> {
  await insertSnoozeTime(tx, moment);
  await enqueueReturn(tx, moment);
}
