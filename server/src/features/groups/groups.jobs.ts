import { distributeTask } from '../../mail/groups/accept-for-group.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type DistributeDeps, distribute } from './distribute.ts';

export function groupHandlers(deps: DistributeDeps): TaskHandler[] {
  return [handle(distributeTask, (job, run) => distribute(deps, job, run))];
}
