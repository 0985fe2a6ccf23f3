import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { scrubBlobs } from './scrub-blobs.ts';
import type { ScrubDeps } from './scrub-deps.ts';

/** Runs after all interactive work. */
export const scrubTask = defineTask('scrub_blobs', { maxAttempts: 6, priority: 30, lane: 'slow' });

export const scrubCron: CronJob[] = [{ task: scrubTask, at: '23 * * * *', catchUpHours: 1 }];

/** Then it yields to other jobs, and continues in the next hour. */
const LONGEST_RUN_MS = 50 * 60 * 1000;

export function scrubHandlers(deps: ScrubDeps): TaskHandler[] {
  return [
    handle(scrubTask, async (_payload, { signal }) => {
      await scrubBlobs(deps, { signal, until: deps.clock.now() + LONGEST_RUN_MS });
    }),
  ];
}
