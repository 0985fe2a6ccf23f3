import type { DriveFile } from '@bocau/contract/drive.ts';
import { type DriveCaller, reachFolder, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps, TOP, TRASH } from '../../drive/change-drive.ts';
import { type GoneEntry, readGoneFor } from '../../drive/deletions/deletions.store.ts';
import { type EntryRow, readChain, readEntries } from '../../drive/entries/entries.store.ts';
import { fileNotFound, isInDrive, pathOf } from '../../drive/entries/entry-path.ts';
import { fits, fittingReach, placeEntry } from '../../drive/entries/place-entry.ts';
import { rejoinShares } from '../../drive/shares/leave-share.ts';
import type { ReadDb } from '../../tables.ts';
import { showOwnEntries } from './list-drive.ts';
import { showEntries } from './show-entries.ts';

/**
 * Restores entries to their former folder, otherwise to the top; renamed when the name is taken. Of entries
 * shared by others, those the caller has left or deleted are restored.
 */
export async function restoreEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  ids: string[],
): Promise<DriveFile[]> {
  const { person } = caller;
  await requireDrive(deps.db, caller);
  const ofOwn = new Set((await readEntries(deps.db, person, ids)).map(({ id }) => id));
  const unique = [...new Set(ids)];
  const own = unique.filter((id) => ofOwn.has(id));
  const foreign = unique.filter((id) => !ofOwn.has(id));
  const gone = await readGoneFor(deps.db, person, foreign);
  if (foreign.some((id) => !gone.some((one) => one.id === id))) throw fileNotFound();
  if (own.length > 0) await changeDrive(deps, person, (change) => restoreOwn(change, own));
  for (const [owner, some] of Map.groupBy(gone, (one) => one.mailbox_id)) {
    await changeDrive(deps, owner, (change) => restoreOfOther(change, caller, some));
  }
  return [...(await showOwnEntries(deps.db, person, own)), ...(await showEntries(deps.db, caller, foreign))];
}

async function restoreOwn(change: DriveChange, ids: string[]): Promise<void> {
  const entries = await presentEntries(change.tx, change.mailboxId, ids);
  for (const entry of entries.toSorted(latestTrashedFirst)) {
    if (entry.trashed_at === null) continue;
    // Computed for each entry, because one of them may be the parent of the next.
    const parentId = await placeToRestore(change, entry);
    await placeEntry(change, entry, { parentId, onConflict: 'rename' });
  }
}

/** Only where the caller still has write access: what they deleted returns to its former folder. */
async function restoreOfOther(change: DriveChange, caller: DriveCaller, gone: GoneEntry[]): Promise<void> {
  const { tx, mailboxId } = change;
  const left = gone.filter(({ how }) => how === 'left').map(({ id }) => id);
  if (left.length > 0) await rejoinShares(change, caller.person, left);
  const deleted = gone.filter(({ how }) => how === 'deleted').map(({ id }) => id);
  const still = (await readGoneFor(tx, caller.person, deleted)).filter(({ how }) => how === 'deleted');
  const entries = await presentEntries(
    tx,
    mailboxId,
    still.map(({ id }) => id),
  );
  for (const entry of entries.toSorted(latestTrashedFirst)) {
    const folder = await reachFolder(tx, caller, entry.parent_id, 'WRITE');
    if (folder.mailboxId !== mailboxId) throw fileNotFound();
    await placeEntry(change, entry, { parentId: folder.id, onConflict: 'rename' });
  }
}

/** A folder before entries that were trashed out of it, which happened earlier. */
function latestTrashedFirst(a: EntryRow, b: EntryRow): number {
  return (b.trashed_at ?? 0) - (a.trashed_at ?? 0) || Number(b.is_folder) - Number(a.is_folder);
}

/** The former parent, if it is still in the drive and has room for the entry's extent. */
async function placeToRestore(change: DriveChange, entry: EntryRow): Promise<string> {
  if (entry.parent_id === TOP) return TOP;
  const chain = await readChain(change.tx, change.mailboxId, entry.parent_id);
  if (!isInDrive(chain)) return TOP;
  const place = { steps: chain.length, bytes: Buffer.byteLength(pathOf(chain)) };
  return fits(place, await fittingReach(change, entry, entry.name, place)) ? entry.parent_id : TOP;
}

/** All of these, wherever they are, except those being purged. */
export async function presentEntries(db: ReadDb, mailboxId: number, ids: string[]): Promise<EntryRow[]> {
  const unique = [...new Set(ids)];
  const rows = (await readEntries(db, mailboxId, unique)).filter((row) => row.parent_id !== TRASH);
  if (rows.length < unique.length) throw fileNotFound();
  return rows;
}
