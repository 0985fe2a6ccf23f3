import {
  type DriveCaller,
  type Reached,
  reachEntries,
  requireDrive,
} from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { readGoneFor } from '../../drive/deletions/deletions.store.ts';
import { journalEntry } from '../../drive/entries/create-entry.ts';
import { readEntries } from '../../drive/entries/entries.store.ts';
import { refuseLockedBelow } from '../../drive/entries/refuse-locked-below.ts';
import { trashInDrive } from '../../drive/entries/trash-entries.ts';
import { leaveShares } from '../../drive/shares/leave-share.ts';
import { findSharedRoots } from '../../drive/shares/open-shares.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

/**
 * The caller's own entries, and those below folders shared for writing, go into their owner's trash. The
 * roots of shares are left instead: only their owner deletes them. Earlier removals are treated as done,
 * because the response to a call may have been lost (idempotency).
 */
export async function trashEntries(deps: DriveDeps, caller: DriveCaller, ids: string[]): Promise<void> {
  const { person } = caller;
  await requireDrive(deps.db, caller);
  const ofOwn = new Set((await readEntries(deps.db, person, ids)).map(({ id }) => id));
  const own = ids.filter((id) => ofOwn.has(id));
  const foreign = ids.filter((id) => !ofOwn.has(id));
  const gone = await findGone(deps.db, caller, foreign);
  const reached = await reachOthers(
    deps.db,
    caller,
    foreign.filter((id) => !gone.has(id)),
  );
  if (own.length > 0) await changeDrive(deps, person, (change) => trashOwn(change, caller, own));
  for (const [owner, some] of Map.groupBy(reached, ({ mailboxId }) => mailboxId)) {
    const theirs = some.map(({ entry }) => entry.id);
    await changeDrive(deps, owner, (change) => trashOfOther(change, caller, theirs));
  }
}

/** What went before, and what was left and came back by no other share since. */
async function findGone(db: ReadDb, { person, at }: DriveCaller, ids: string[]): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const { id, how } of await readGoneFor(db, person, ids)) {
    const isBack = how === 'left' && (await findSharedRoots(db, person, id, at)).length > 0;
    if (!isBack) gone.add(id);
  }
  return gone;
}

async function trashOwn(change: DriveChange, caller: DriveCaller, ids: string[]): Promise<void> {
  const rows = await readEntries(change.tx, caller.person, ids);
  const inTrash = new Set(
    rows.filter((row) => row.trashed_at !== null && row.parent_id !== TRASH).map(({ id }) => id),
  );
  const others = ids.filter((id) => !inTrash.has(id));
  await trashReached(change, caller, await reachEntries(change.tx, caller, others, 'OWNER'));
}

async function trashOfOther(change: DriveChange, caller: DriveCaller, ids: string[]): Promise<void> {
  const reached = await reachOthers(change.tx, caller, ids);
  const { left = [], trashed = [] } = Object.groupBy(reached, ({ isSharedRoot }) =>
    isSharedRoot ? 'left' : 'trashed',
  );
  if (left.length > 0) await leaveShares(change, caller.person, idsOf(left));
  await trashReached(change, caller, trashed);
}

/** Everyone who sees the root of a share may leave it. */
async function reachOthers(
  db: DriveChange['tx'] | DriveDeps['db'],
  caller: DriveCaller,
  ids: string[],
): Promise<Reached[]> {
  const reached = await reachEntries(db, caller, ids, 'READ');
  if (reached.some(({ isSharedRoot, permission }) => !isSharedRoot && permission === 'READ')) {
    throw new Failure('file_not_owned', 'This file is shared with you for less than that');
  }
  return reached;
}

async function trashReached(change: DriveChange, caller: DriveCaller, reached: Reached[]): Promise<void> {
  if (reached.length === 0) return;
  const ids = idsOf(reached);
  await refuseLockedBelow(change, ids);
  await trashInDrive(change, ids, caller.person);
  for (const { entry } of reached) journalEntry(change, entry.id, entry.parent_id, TRASH);
}

function idsOf(reached: readonly Reached[]): string[] {
  return reached.map(({ entry }) => entry.id);
}
