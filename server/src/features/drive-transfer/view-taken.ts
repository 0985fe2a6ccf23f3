import type { DriveFile } from '@bocau/contract/drive.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { pathOf } from '../../drive/entries/entry-path.ts';
import { driveFileView } from '../../drive/entries/entry-view.ts';
import type { ReadDb } from '../../tables.ts';
import type { TakenFiles } from './upload-form.ts';

/** The files just stored in a folder, as its list shows them. */
export async function viewTaken(db: ReadDb, { folder, files }: TakenFiles): Promise<DriveFile[]> {
  const owner = await readDriveOwner(db, folder.mailboxId);
  if (!owner) throw new Error(`mailbox ${folder.mailboxId} does not exist`);
  const surroundings = { owner, folderPath: pathOf(folder.chain), permission: folder.permission };
  return files.map(({ entry, hasVirus }) =>
    driveFileView({ ...entry, shared: false, has_virus: hasVirus, trashed_by: null }, surroundings),
  );
}
