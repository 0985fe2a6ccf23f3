import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { brakeNoticeTask } from '../../mail/outbox/brake-sender.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { goOnActing, queueActTask } from './act-on-queue.ts';
import { type BrakeNoticeDeps, fileBrakeNotices } from './brake-notice.ts';

export function outgoingQueueHandlers(deps: ChangeDeps & BrakeNoticeDeps): TaskHandler[] {
  return [
    handle(queueActTask, (job) => goOnActing(deps, job)),
    handle(brakeNoticeTask, (job) => fileBrakeNotices(deps, job)),
  ];
}
