import type { DriveFile, OnConflict } from '@bocau/contract/drive.ts';
import { type DriveCaller, reachFolder } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { createEntry } from '../../drive/entries/create-entry.ts';
import { newId } from '../../platform/ids.ts';
import { showEntry } from './show-entries.ts';

type NewFolder = {
  name: string;
  parent_id?: string | null | undefined;
  on_conflict?: OnConflict | undefined;
};

export async function createFolder(
  deps: DriveDeps,
  caller: DriveCaller,
  { name, parent_id = null, on_conflict = 'fail' }: NewFolder,
): Promise<DriveFile> {
  const { mailboxId } = await reachFolder(deps.db, caller, parent_id, 'WRITE');
  const id = newId(deps.clock);
  const { entry } = await changeDrive(deps, mailboxId, async (change) => {
    const { id: parentId } = await reachFolder(change.tx, caller, parent_id, 'WRITE');
    return createEntry(change, { id, parentId, name, file: null, onConflict: on_conflict });
  });
  return showEntry(deps.db, caller, entry.id);
}
