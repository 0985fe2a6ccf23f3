import type { DriveFile, OnConflict } from '@bocau/contract/drive.ts';
import {
  type DriveCaller,
  type Reached,
  reachEntries,
  reachEntry,
  reachFolder,
} from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../../drive/change-drive.ts';
import { updateFavorite } from '../../drive/entries/entries.store.ts';
import { placeEntry } from '../../drive/entries/place-entry.ts';
import { findSharedAmong } from '../../drive/shares/shares.store.ts';
import { Failure } from '../../platform/failure.ts';
import { showEntries, showEntry } from './show-entries.ts';

/** Renames an entry, or marks it as a favourite of its owner. */
export async function changeEntry(
  deps: DriveDeps,
  caller: DriveCaller,
  id: string,
  { name, favorite }: { name?: string | undefined; favorite?: boolean | undefined },
): Promise<DriveFile> {
  const right = favorite === undefined ? 'WRITE' : 'OWNER';
  const { mailboxId } = await reachEntry(deps.db, caller, id, right);
  await changeDrive(deps, mailboxId, async (change) => {
    const { entry, isSharedRoot } = await reachEntry(change.tx, caller, id, right);
    // All recipients of the share find it by its name.
    if (name !== undefined && isSharedRoot) throw ownersAlone();
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

/** Within one drive: entries that would change their owner are copied instead. */
export async function moveEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  { ids, parent_id, on_conflict = 'rename' }: ToFolder,
): Promise<DriveFile[]> {
  const { mailboxId } = await reachFolder(deps.db, caller, parent_id, 'WRITE');
  await changeDrive(deps, mailboxId, async (change) => {
    const { id: parentId, chain } = await reachFolder(change.tx, caller, parent_id, 'WRITE');
    const moved = await reachEntries(change.tx, caller, ids, 'WRITE');
    if (moved.some((one) => one.mailboxId !== mailboxId)) {
      throw new Failure('file_not_owned', 'Files are moved within one drive; copy them instead');
    }
    await refuseOutOfSight(change, moved, chain);
    const keep = new Set(ids);
    for (const { entry } of moved) {
      if (entry.parent_id === parentId) continue;
      await placeEntry(change, entry, { parentId, onConflict: on_conflict, keep, by: caller.person });
    }
  });
  return showEntries(deps.db, caller, ids);
}

/**
 * Write access to a share must not change who sees an entry: neither a shared root is moved, nor an entry out
 * of a folder that is shared, perhaps with people the mover does not know. Copies are allowed.
 */
async function refuseOutOfSight(
  { tx, mailboxId, now }: DriveChange,
  moved: readonly Reached[],
  target: readonly { id: string }[],
): Promise<void> {
  const foreign = moved.filter(({ permission }) => permission !== 'OWNER');
  if (foreign.length === 0) return;
  const stays = new Set(target.map(({ id }) => id));
  const left = foreign.flatMap(({ chain }) => chain.map(({ id }) => id)).filter((id) => !stays.has(id));
  const shared = await findSharedAmong(tx, mailboxId, [...new Set(left)], now);
  if (shared.size > 0) throw ownersAlone();
}

function ownersAlone(): Failure {
  return new Failure('file_not_owned', 'What is shared is moved and renamed by its owner alone');
}
