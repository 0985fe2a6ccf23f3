import { readReceiptTask } from '../../mail/incoming/receipt-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type ReceiptDeps, readReceipt } from './read-receipt.ts';

export function receiptHandlers(deps: ReceiptDeps): TaskHandler[] {
  return [handle(readReceiptTask, (job) => readReceipt(deps, job))];
}
