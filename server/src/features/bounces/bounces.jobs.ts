import { countRefusals } from '../../mail/forwarding/count-failures.ts';
import { countGroupRefusals } from '../../mail/forwarding/group-returns.ts';
import { readBounceTask } from '../../mail/incoming/bounce-task.ts';
import type { NoticeDeps } from '../../mail/messages/file-notice.ts';
import { reportFailureTask } from '../../mail/outbox/failure-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type BounceDeps, readBounce } from './read-bounce.ts';
import { reportFailure } from './report-failure.ts';

export function bounceHandlers(deps: BounceDeps & NoticeDeps): TaskHandler[] {
  return [
    handle(readBounceTask, (job) => readBounce(deps, job)),
    handle(reportFailureTask, async (job) => {
      await reportFailure(deps, job);
      await countRefusals(deps, job);
      await countGroupRefusals(deps, job);
    }),
  ];
}
