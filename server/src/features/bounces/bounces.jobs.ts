import { countRefusals } from '../../mail/forwarding/count-failures.ts';
import { readBounceTask } from '../../mail/incoming/bounce-task.ts';
import { reportFailureTask } from '../../mail/outbox/failure-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type BounceDeps, readBounce } from './read-bounce.ts';
import { type ReportDeps, reportFailure } from './report-failure.ts';

export function bounceHandlers(deps: BounceDeps & ReportDeps): TaskHandler[] {
  return [
    handle(readBounceTask, (job) => readBounce(deps, job)),
    handle(reportFailureTask, async (job) => {
      await reportFailure(deps, job);
      await countRefusals(deps, job);
    }),
  ];
}
