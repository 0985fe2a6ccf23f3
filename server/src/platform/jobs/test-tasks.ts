import { defineTask } from './task.ts';

/** The tasks of this folder's tests. */
export const noteTask = defineTask<{ note: string }>('note', { maxAttempts: 5 });
export const stuckTask = defineTask<{ note: string }>('stuck', { maxAttempts: 5 });
