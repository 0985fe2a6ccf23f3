import { defineTask } from './task.ts';

/** Tasks for the tests in this folder. */
export const noteTask = defineTask<{ note: string }>('note', { maxAttempts: 5 });
export const stuckTask = defineTask<{ note: string }>('stuck', { maxAttempts: 5 });
