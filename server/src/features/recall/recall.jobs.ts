import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type RecallDeps, runRecall } from './run-recall.ts';
import { recallTask } from './start-recall.ts';

export function recallHandlers(deps: RecallDeps): TaskHandler[] {
  return [handle(recallTask, (job) => runRecall(deps, job))];
}
