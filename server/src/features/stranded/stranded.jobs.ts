import { unixSeconds } from '../../platform/clock.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { takeUpMissed } from '../periodic/take-up-missed.ts';
import type { SendingDeps } from '../sending/sending-deps.ts';
import { takeUpStranded } from '../sending/take-up-stranded.ts';

const STRANDED_SECONDS = 15 * 60;

export const strandedTask = defineTask('take_up_stranded', { maxAttempts: 3, priority: 10 });

export const strandedCron: CronJob[] = [{ task: strandedTask, at: '27 * * * *', catchUpHours: 1 }];

/** Everything that should have left by now and waits for a job that is not there, whatever became of it. */
export function strandedHandlers(deps: SendingDeps): TaskHandler[] {
  return [
    handle(strandedTask, async (_payload, { signal }) => {
      const before = unixSeconds(deps.clock) - STRANDED_SECONDS;
      await takeUpStranded(deps, before, signal);
      await takeUpMissed(deps, before, signal);
    }),
  ];
}
