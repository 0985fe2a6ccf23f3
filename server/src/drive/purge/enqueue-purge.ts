import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';

export type PurgeDrive = {
  mailbox_id: number;
  /** Purges what entered the trash before this time; null removes only what is permanently deleted already. */
  trashed_until: number | null;
};

export const purgeDriveTask = defineTask<PurgeDrive>('drive_purge', {
  maxAttempts: 12,
  priority: 20,
  lane: 'slow',
});

export function enqueuePurge(tx: Tx, mailboxId: number, trashedUntil: number | null): Promise<void> {
  return addJob(
    tx,
    purgeDriveTask,
    { mailbox_id: mailboxId, trashed_until: trashedUntil },
    // A job that empties the trash is not replaced by one that does less.
    trashedUntil === null ? { jobKey: `drive_purge ${mailboxId}` } : {},
  );
}
