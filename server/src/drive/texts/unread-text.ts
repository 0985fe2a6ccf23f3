import { textKind } from '../../platform/documents/document-kind.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import { removeText, upsertUnread } from './texts.store.ts';

type ReadDriveTexts = { mailbox_id: number };

/** Below interactive work, like the files of mail. */
export const driveTextsTask = defineTask<ReadDriveTexts>('drive_texts', {
  maxAttempts: 5,
  priority: 15,
  lane: 'slow',
});

/** Enqueues the text extraction of a drive; one waiting job covers any number of files. */
export async function enqueueDriveTexts(tx: Tx, mailboxId: number): Promise<void> {
  // Charged to the same account as the files of mail: together they hold at most half of the workers.
  const options = { jobKey: `drive_texts:${mailboxId}`, shares: ['file texts'] };
  await addJob(tx, driveTextsTask, { mailbox_id: mailboxId }, options);
}

type File = { id: string; name: string; version_id: string | null; content_type: string | null };

/**
 * A file has a new latest version: the words of the previous one are deleted, and its own are extracted
 * later.
 */
export async function markUnread(
  tx: Tx,
  mailboxId: number,
  file: File,
  /** A new file has no words in the index. */
  isNew = false,
): Promise<void> {
  if (file.version_id !== null && hasText(file)) {
    await upsertUnread(tx, mailboxId, file.id, file.version_id);
    await enqueueDriveTexts(tx, mailboxId);
  } else if (!isNew) {
    await removeText(tx, mailboxId, file.id);
  }
}

/** Whether a file, by its name and type, may have a text. */
export function hasText({ name, content_type }: Pick<File, 'name' | 'content_type'>): boolean {
  return content_type !== null && textKind({ name, contentType: content_type }) !== null;
}
