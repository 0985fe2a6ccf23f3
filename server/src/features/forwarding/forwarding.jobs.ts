import { type TellDeps, tellOfRule, tellOfRuleTask } from '../../mail/forwarding/tell-of-rules.ts';
import { forwardTask } from '../../mail/incoming/forward-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type ForwardDeps, forwardMessage } from './forward-message.ts';

export function forwardingHandlers(deps: ForwardDeps & TellDeps): TaskHandler[] {
  return [
    handle(forwardTask, (job) => forwardMessage(deps, job)),
    handle(tellOfRuleTask, (job) => tellOfRule(deps, job)),
  ];
}
