import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { returnSnoozedTask } from '../../mail/mailbox/snooze-task.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { returnOverdue, returnSnoozed } from './return-snoozed.ts';

export const returnOverdueTask = defineTask('requeue_snoozed', {
  maxAttempts: 3,
  priority: 10,
  lane: 'slow',
});

export const laterCron: CronJob[] = [{ task: returnOverdueTask, at: '* * * * *', catchUpHours: 1 }];

export function laterHandlers(deps: ChangeDeps): TaskHandler[] {
  return [
    handle(returnSnoozedTask, (moment, { signal }) => returnSnoozed(deps, moment, signal)),
    handle(returnOverdueTask, (_payload, { signal }) => returnOverdue(deps, signal)),
  ];
}
