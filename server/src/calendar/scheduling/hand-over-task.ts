import type { Actor } from '../../platform/caller.ts';
import { addJob, type FoundJob, readJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type MeetingsHandOver = {
  from: number;
  to: number;
  /** Unix seconds of the act, by which its consequences are known. */
  at: number;
  /** Missing in jobs of an earlier release, which has written the audit already. */
  asked?: Actor;
  /** Where it waits until the heir may send more: Unix seconds. */
  until?: number;
  /** It has been stopped with so many meetings left: what remains is to tell. */
  stopped?: { left: number };
};

/** Hands all that somebody organises and is not over to a colleague. */
export const handOverMeetingsTask = defineTask<MeetingsHandOver>('calendar_hand_over', {
  maxAttempts: 20,
  priority: 10,
  lane: 'slow',
});

const keyOf = (from: number) => `calendar_hand_over ${from}`;

/** One at a time for each giver: takes the place of what waits. */
export async function addMeetingsHandOver(tx: Tx, job: MeetingsHandOver): Promise<void> {
  await addJob(tx, handOverMeetingsTask, job, {
    jobKey: keyOf(job.from),
    ...(job.until !== undefined && { runAt: new Date(job.until * 1000) }),
  });
}

/** Tells of one whose place another takes. */
export async function addStoppedHandOver(tx: Tx, job: MeetingsHandOver, left: number): Promise<void> {
  const jobKey = `${keyOf(job.from)} ${job.to} ${job.at}`;
  await addJob(tx, handOverMeetingsTask, { ...job, stopped: { left } }, { jobKey });
}

export function readMeetingsHandOver(
  db: ReadDb,
  from: number,
): Promise<FoundJob<MeetingsHandOver> | undefined> {
  return readJob(db, handOverMeetingsTask, keyOf(from));
}
