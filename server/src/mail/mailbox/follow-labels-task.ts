import { defineTask } from '../../platform/jobs/task.ts';

/** Brings the lists of labels into step with what a release without labels has changed beside this one. */
export const followLabelsTask = defineTask<{ mailboxId: number }>('follow_labels', {
  maxAttempts: 6,
  priority: 20,
  lane: 'slow',
});
