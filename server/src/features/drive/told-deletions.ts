import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type DriveCaller, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { markDeletionsSeen } from '../../drive/deletions/deletions.store.ts';
import { readUnseenDeletions } from '../../drive/entries/placed.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { showPlaced } from './list-drive.ts';

/**
 * Entries that others have deleted in the caller's drive and the caller has not seen; as many as one action
 * restores.
 */
export async function listDeletions(db: ReadDb, caller: DriveCaller): Promise<DriveFile[]> {
  await requireDrive(db, caller);
  const rows = await readUnseenDeletions(db, caller.person, LIMITS.idsPerCall);
  const inTrash = rows.filter((row) => row.trashed_at !== null && row.parent_id !== TRASH);
  return showPlaced(db, caller.person, inTrash);
}

/** The caller's other tabs hide them too. */
export async function markSeen(deps: DriveDeps, caller: DriveCaller, ids: string[]): Promise<void> {
  await requireDrive(deps.db, caller);
  await changeDrive(deps, caller.person, async ({ tx, mailboxId, journal }) => {
    if (!(await markDeletionsSeen(tx, mailboxId, ids))) throw new Failure('file_not_found', 'File not found');
    journal('folder', TRASH);
  });
}
