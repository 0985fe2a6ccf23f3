import { defineTask } from '../../platform/jobs/task.ts';

type BulkPayload = { mailboxId: number; id: string };

/** Below mail that waits to be sent. */
const PRIORITY = 10;
/** The pauses between ten attempts add up to some hours. */
const options = { maxAttempts: 10, priority: PRIORITY, lane: 'slow' as const };

export const bulkTask = defineTask<BulkPayload>('bulk', options);
export const undoBulkTask = defineTask<BulkPayload>('undo_bulk', options);
