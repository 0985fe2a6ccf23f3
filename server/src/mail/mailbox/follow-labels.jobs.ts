import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { ChangeDeps } from './change-mailbox.ts';
import { followLabelsTask } from './follow-labels-task.ts';
import { repairCounts } from './repair-counts.ts';

export function followLabelsHandlers(deps: ChangeDeps): TaskHandler[] {
  return [handle(followLabelsTask, ({ mailboxId }) => repairCounts(deps, mailboxId))];
}
