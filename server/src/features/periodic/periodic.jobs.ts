import { skipMissedTask } from '../../mail/outbox/parked-sends.ts';
import { ORPHANED_AFTER_SECONDS } from '../../mail/outbox/recover-orphans.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { sendPeriodicTask } from '../../mail/outbox/sending-tasks.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { requeueOrphaned } from './requeue-orphaned.ts';
import { sendOccurrence } from './send-occurrence.ts';
import { skipMissed } from './skip-missed.ts';

export const requeuePeriodicTask = defineTask('requeue_periodic', {
  maxAttempts: 3,
  priority: 10,
  lane: 'slow',
});

export const periodicCron: CronJob[] = [{ task: requeuePeriodicTask, at: '28 * * * *', catchUpHours: 1 }];

export function periodicHandlers(deps: SendingDeps): TaskHandler[] {
  return [
    handle(sendPeriodicTask, (template, run) => sendOccurrence(deps, template, run)),
    handle(skipMissedTask, (_payload, { signal }) => skipMissed(deps, signal)),
    handle(requeuePeriodicTask, (_payload, { signal }) =>
      requeueOrphaned(deps, unixSeconds(deps.clock) - ORPHANED_AFTER_SECONDS, signal),
    ),
  ];
}
