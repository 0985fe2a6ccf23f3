import { defineTask } from '../../platform/jobs/task.ts';

/** Received messages with documents whose text should be searchable. */
export type FileTextJob = { mailboxId: number; messageIds: string[] };

/** Below interactive work, and one mailbox's thousands never run before another one's bulk action. */
export const fileTextTask = defineTask<FileTextJob>('read_file_texts', {
  maxAttempts: 5,
  priority: 15,
  lane: 'slow',
});

/** The account these jobs are charged to: at most half of the workers read files. */
export const FILE_TEXT_SHARES = ['file texts'];
