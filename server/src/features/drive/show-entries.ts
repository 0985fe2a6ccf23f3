import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import { type DriveCaller, reachEntries, reachEntry } from '../../drive/access/reach-entry.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { fileNotFound, pathOf } from '../../drive/entries/entry-path.ts';
import { driveFileView } from '../../drive/entries/entry-view.ts';
import { readShown } from '../../drive/entries/lists.store.ts';
import type { ReadDb } from '../../tables.ts';
import { stepsOf } from './list-folder.ts';

/** One entry as lists show it, and its parent folders. */
export async function showEntry(
  db: ReadDb,
  caller: DriveCaller,
  id: string,
): Promise<DriveFile & { breadcrumb: DriveStep[] }> {
  const { mailboxId, entry, chain, permission } = await reachEntry(db, caller, id, 'READ');
  const [rows, owner] = await Promise.all([
    readShown(db, mailboxId, [entry.id]),
    readDriveOwner(db, mailboxId),
  ]);
  const [row] = rows;
  if (!row || !owner) throw fileNotFound();
  const above = chain.slice(1);
  return {
    ...driveFileView(row, { owner, folderPath: pathOf(above), permission }),
    breadcrumb: stepsOf(above),
  };
}

/** Several entries, in the order of their ids, without duplicates. */
export async function showEntries(db: ReadDb, caller: DriveCaller, ids: string[]): Promise<DriveFile[]> {
  const shown: DriveFile[] = [];
  const reached = await reachEntries(db, caller, ids, 'READ');
  for (const [mailboxId, some] of Map.groupBy(reached, (one) => one.mailboxId)) {
    const rows = await readShown(
      db,
      mailboxId,
      some.map(({ entry }) => entry.id),
    );
    const owner = await readDriveOwner(db, mailboxId);
    for (const { entry, chain, permission } of some) {
      const row = rows.find(({ id }) => id === entry.id);
      if (!row || !owner) throw fileNotFound();
      shown.push(driveFileView(row, { owner, folderPath: pathOf(chain.slice(1)), permission }));
    }
  }
  return shown;
}
