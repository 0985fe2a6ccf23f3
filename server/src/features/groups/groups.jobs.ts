import { distributeTask } from '../../mail/groups/accept-for-group.ts';
import { tellKeepersTask } from '../../mail/groups/hold-for-group.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type DistributeDeps, distribute } from './distribute.ts';
import { expireHeld, expireHeldTask } from './expire-held.ts';
import { type TellDeps, tellKeepers } from './tell-keepers.ts';

type GroupJobDeps = DistributeDeps & TellDeps & { metrics: Pick<Metrics, 'groupMessages'> };

export function groupHandlers(deps: GroupJobDeps): TaskHandler[] {
  return [
    handle(distributeTask, (job, run) => distribute(deps, job, run)),
    handle(tellKeepersTask, (job) => tellKeepers(deps, job)),
    handle(expireHeldTask, (_payload, { signal }) => expireHeld(deps, signal)),
  ];
}
