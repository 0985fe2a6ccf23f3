import { defineTask } from '../../platform/jobs/task.ts';

/** Messages that came in with documents, whose text is to be found too. */
export type FileTextJob = { mailboxId: number; messageIds: string[] };

/** After what people wait for, and one mailbox's thousands never before another one's bulk action. */
export const fileTextTask = defineTask<FileTextJob>('read_file_texts', {
  maxAttempts: 5,
  priority: 15,
  lane: 'slow',
});

/** On whose account they run: no more than half of the workers read files. */
export const FILE_TEXT_SHARES = ['file texts'];
