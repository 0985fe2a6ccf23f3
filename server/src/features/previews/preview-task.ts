import { defineTask } from '../../platform/jobs/task.ts';

/** `source` is the blob of the document. */
export const previewTask = defineTask<{ source: string; extension: string }>('office_preview', {
  maxAttempts: 3,
  priority: 5,
  lane: 'slow',
});
