import { defineTask } from '../../platform/jobs/task.ts';

/** `source` is the hash of the document's content; `version` a drive version with it. */
export type PreviewOrder = {
  source: string;
  extension: string;
  version?: { mailboxId: number; id: string };
};

export const previewTask = defineTask<PreviewOrder>('office_preview', {
  maxAttempts: 3,
  priority: 5,
  lane: 'slow',
});
