import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { returnSnoozedTask } from '../../mail/messages/snooze-task.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { requeueOrphaned, returnSnoozed } from './return-snoozed.ts';

export const requeueSnoozedTask = defineTask('requeue_snoozed', {
  maxAttempts: 3,
  priority: 10,
  lane: 'slow',
});

export const laterCron: CronJob[] = [{ task: requeueSnoozedTask, at: '*/5 * * * *', catchUpHours: 1 }];

export function laterHandlers(deps: ChangeDeps): TaskHandler[] {
  return [
    handle(returnSnoozedTask, (moment, { signal }) => returnSnoozed(deps, moment, signal)),
    handle(requeueSnoozedTask, (_payload, { signal }) => requeueOrphaned(deps, signal)),
  ];
}
