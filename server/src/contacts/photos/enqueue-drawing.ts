import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';

export type DrawPhotos = { mailbox_id: number };

export const drawPhotosTask = defineTask<DrawPhotos>('contact_photos', {
  maxAttempts: 5,
  priority: 15,
  lane: 'slow',
});

/** One waiting job covers any number of cards. */
export async function enqueueDrawing(tx: Tx, mailboxId: number): Promise<void> {
  await addJob(tx, drawPhotosTask, { mailbox_id: mailboxId }, { jobKey: `contact_photos:${mailboxId}` });
}
