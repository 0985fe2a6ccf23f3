import { fileRuleNotice, ruleNoticeTask } from '../../mail/forwarding/rule-notices.ts';
import { forwardTask } from '../../mail/incoming/forward-task.ts';
import type { NoticeDeps } from '../../mail/messages/file-notice.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type ForwardDeps, forwardMessage } from './forward-message.ts';

export function forwardingHandlers(deps: ForwardDeps & NoticeDeps): TaskHandler[] {
  return [
    handle(forwardTask, (job) => forwardMessage(deps, job)),
    handle(ruleNoticeTask, (job) => fileRuleNotice(deps, job)),
  ];
}
