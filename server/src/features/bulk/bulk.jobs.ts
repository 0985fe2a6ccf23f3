import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { bulkTask, undoBulkTask } from './bulk-tasks.ts';
import { runBulk, runUndo } from './run-bulk.ts';

export function bulkHandlers(deps: ChangeDeps & { log: Logger }): TaskHandler[] {
  return [
    handle(bulkTask, (payload, run) => runBulk(deps, payload, run)),
    handle(undoBulkTask, (payload, run) => runUndo(deps, payload, run)),
  ];
}
