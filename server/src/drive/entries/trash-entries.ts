import type { DriveChange } from '../change-drive.ts';
import { forgetDeletions, insertDeletions } from '../deletions/deletions.store.ts';
import { putIntoTrash } from './entries.store.ts';

/** Moves entries to the trash of the drive's owner, who is notified when another user does it. */
export async function trashInDrive(change: DriveChange, ids: string[], by = change.mailboxId): Promise<void> {
  const { tx, mailboxId, now } = change;
  await putIntoTrash(tx, mailboxId, ids, now);
  if (by === mailboxId) await forgetDeletions(tx, mailboxId, ids);
  else await insertDeletions(tx, mailboxId, { ids, by, now });
}
