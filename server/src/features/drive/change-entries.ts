import type { DriveFile, OnConflict } from '@bocau/contract/drive.ts';
import {
  type DriveCaller,
  reachEntries,
  reachEntry,
  reachFolder,
  requireDrive,
} from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps, TOP, TRASH } from '../../drive/change-drive.ts';
import { journalEntry } from '../../drive/entries/create-entry.ts';
import {
  type EntryRow,
  putIntoTrash,
  readChain,
  readEntries,
  updateFavorite,
} from '../../drive/entries/entries.store.ts';
import { fileNotFound, isInDrive, pathOf } from '../../drive/entries/entry-path.ts';
import { fits, fittingReach, placeEntry } from '../../drive/entries/place-entry.ts';
import { refuseLockedBelow } from '../../drive/entries/refuse-locked-below.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { showOwnEntries } from './list-drive.ts';
import { showEntries, showEntry } from './show-entries.ts';

/** A new name, or a mark as a favourite, which is its owner's. */
export async function changeEntry(
  deps: DriveDeps,
  caller: DriveCaller,
  id: string,
  { name, favorite }: { name?: string | undefined; favorite?: boolean | undefined },
): Promise<DriveFile> {
  const right = favorite === undefined ? 'WRITE' : 'OWNER';
  const { mailboxId } = await reachEntry(deps.db, caller, id, right);
  await changeDrive(deps, mailboxId, async (change) => {
    const { entry } = await reachEntry(change.tx, caller, id, right);
    if (name !== undefined && name !== entry.name) {
      await placeEntry(change, entry, { parentId: entry.parent_id, name, onConflict: 'fail' });
    }
    if (favorite !== undefined && favorite !== entry.favorite) {
      await updateFavorite(change.tx, mailboxId, id, favorite);
      change.journal('entry', id);
    }
  });
  return showEntry(deps.db, caller, id);
}

export type ToFolder = {
  ids: string[];
  parent_id: string | null;
  on_conflict?: OnConflict | undefined;
};

/** Within one drive: what would change its owner is copied. */
export async function moveEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  { ids, parent_id, on_conflict = 'rename' }: ToFolder,
): Promise<DriveFile[]> {
  const { mailboxId } = await reachFolder(deps.db, caller, parent_id, 'WRITE');
  await changeDrive(deps, mailboxId, async (change) => {
    const { id: parentId } = await reachFolder(change.tx, caller, parent_id, 'WRITE');
    const moved = await reachEntries(change.tx, caller, ids, 'WRITE');
    if (moved.some((one) => one.mailboxId !== mailboxId)) {
      throw new Failure('file_not_owned', 'Files are moved within one drive; copy them instead');
    }
    const keep = new Set(ids);
    for (const { entry } of moved) {
      if (entry.parent_id === parentId) continue;
      await placeEntry(change, entry, { parentId, onConflict: on_conflict, keep });
    }
  });
  return showEntries(deps.db, caller, ids);
}

/** What lies in the trash already stays there as it is: the answer to a call may have been lost. */
export async function trashEntries(deps: DriveDeps, caller: DriveCaller, ids: string[]): Promise<void> {
  const mailboxId = await driveOf(deps.db, caller, ids);
  await changeDrive(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const inTrash = new Set((await readOwnTrashed(tx, caller, ids)).map(({ id }) => id));
    const others = ids.filter((id) => !inTrash.has(id));
    const reached = await reachEntries(tx, caller, others, 'WRITE');
    if (reached.some((one) => one.mailboxId !== mailboxId)) throw fileNotFound();
    if (reached.length === 0) return;
    const going = reached.map(({ entry }) => entry.id);
    await refuseLockedBelow(change, going);
    await putIntoTrash(tx, mailboxId, going, now);
    for (const { entry } of reached) journalEntry(change, entry.id, entry.parent_id, TRASH);
  });
}

/** Back to where they were, else to the top; under another name where theirs is taken. */
export async function restoreEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  ids: string[],
): Promise<DriveFile[]> {
  const { mailbox } = caller;
  await requireDrive(deps.db, caller);
  await changeDrive(deps, mailbox, async (change) => {
    const entries = await presentEntries(change.tx, mailbox, ids);
    for (const entry of entries.toSorted(latestTrashedFirst)) {
      if (entry.trashed_at === null) continue;
      // Each anew: one of them may be the folder of the next.
      const parentId = await placeToRestore(change, entry);
      await placeEntry(change, entry, { parentId, onConflict: 'rename' });
    }
  });
  return showOwnEntries(deps.db, mailbox, ids);
}

/** A folder before what was put into the trash out of it, which happened earlier. */
function latestTrashedFirst(a: EntryRow, b: EntryRow): number {
  return (b.trashed_at ?? 0) - (a.trashed_at ?? 0) || Number(b.is_folder) - Number(a.is_folder);
}

/** The folder that held it, where that is still in the drive and has room for what lies below the entry. */
async function placeToRestore(change: DriveChange, entry: EntryRow): Promise<string> {
  if (entry.parent_id === TOP) return TOP;
  const chain = await readChain(change.tx, change.mailboxId, entry.parent_id);
  if (!isInDrive(chain)) return TOP;
  const place = { steps: chain.length, bytes: Buffer.byteLength(pathOf(chain)) };
  return fits(place, await fittingReach(change, entry, entry.name, place)) ? entry.parent_id : TOP;
}

/** All of these, wherever they lie, but not what is being deleted. */
export async function presentEntries(db: ReadDb, mailboxId: number, ids: string[]): Promise<EntryRow[]> {
  const unique = [...new Set(ids)];
  const rows = (await readEntries(db, mailboxId, unique)).filter((row) => row.parent_id !== TRASH);
  if (rows.length < unique.length) throw fileNotFound();
  return rows;
}

async function readOwnTrashed(db: ReadDb, { mailbox }: DriveCaller, ids: string[]): Promise<EntryRow[]> {
  const rows = await readEntries(db, mailbox, ids);
  return rows.filter((row) => row.trashed_at !== null && row.parent_id !== TRASH);
}

/** Whose drive they are of; those in the caller's own trash are the caller's. */
async function driveOf(db: ReadDb, caller: DriveCaller, ids: string[]): Promise<number> {
  await requireDrive(db, caller);
  const own = await readEntries(db, caller.mailbox, ids);
  if (own.length > 0) return caller.mailbox;
  const [first] = await reachEntries(db, caller, ids, 'WRITE');
  return first?.mailboxId ?? caller.mailbox;
}
