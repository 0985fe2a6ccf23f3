import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';

/** `at`: Unix seconds of the act, by which its consequences are known. */
export type MeetingsHandOver = { from: number; to: number; at: number };

/** Hands all that somebody organises and is not over to a colleague. */
export const handOverMeetingsTask = defineTask<MeetingsHandOver>('calendar_hand_over', {
  maxAttempts: 20,
  priority: 10,
  lane: 'slow',
});

export async function addMeetingsHandOver(tx: Tx, job: MeetingsHandOver, runAt?: number): Promise<void> {
  await addJob(tx, handOverMeetingsTask, job, {
    jobKey: `calendar_hand_over ${job.from} ${job.to}`,
    ...(runAt !== undefined && { runAt: new Date(runAt * 1000) }),
  });
}
