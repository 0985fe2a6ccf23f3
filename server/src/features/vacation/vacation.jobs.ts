import { replyTask } from '../../mail/incoming/reply-task.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { sendReply } from './send-reply.ts';

export function vacationHandlers(deps: SendingDeps): TaskHandler[] {
  return [handle(replyTask, (job) => sendReply(deps, job))];
}
