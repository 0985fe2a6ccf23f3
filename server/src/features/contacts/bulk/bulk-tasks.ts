import { defineTask } from '../../../platform/jobs/task.ts';

type BulkPayload = { mailboxId: number; id: string };

/** Below mail that waits to be sent. */
const options = { maxAttempts: 10, priority: 10, lane: 'slow' as const };

export const contactBulkTask = defineTask<BulkPayload>('contact_bulk', options);
export const undoContactBulkTask = defineTask<BulkPayload>('undo_contact_bulk', options);
