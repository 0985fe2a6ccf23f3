import { readBounceTask } from '../../mail/incoming/bounce-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type BounceDeps, readBounce } from './read-bounce.ts';

export function bounceHandlers(deps: BounceDeps): TaskHandler[] {
  return [handle(readBounceTask, (job) => readBounce(deps, job))];
}
