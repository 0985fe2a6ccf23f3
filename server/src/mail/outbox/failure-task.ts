import { defineTask } from '../../platform/jobs/task.ts';
import type { OutboxKey } from './sending-tasks.ts';

/** A message has failed, wholly or in part: its sender gets a message about it. */
export type FailureJob = OutboxKey & {
  /** When it ended; sent again, it may end so again. */
  at: number;
  /** What was sent, where it was composed at all; by now nothing may name it any more. */
  blob: string | null;
};

export const reportFailureTask = defineTask<FailureJob>('report_failure', { maxAttempts: 10 });
