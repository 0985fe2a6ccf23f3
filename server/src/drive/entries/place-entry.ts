import type { OnConflict } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { type DriveChange, TRASH } from '../change-drive.ts';
import { forgetDeletions } from '../deletions/deletions.store.ts';
import { type EntryName, entryName } from '../names/entry-name.ts';
import { hasText, markUnread } from '../texts/unread-text.ts';
import { growAbove, journalEntry, reachOf, readPlace, renamed } from './create-entry.ts';
import { type EntryRow, measureBelow, readNamed, updateBelow, updatePlace } from './entries.store.ts';
import { refuseTooDeep } from './entry-path.ts';
import { refuseLockedBelow } from './refuse-locked-below.ts';
import { trashInDrive } from './trash-entries.ts';

export type NewPlace = {
  /** `TOP` for the top of the drive. */
  parentId: string;
  /** Defaults to the current name. */
  name?: string;
  onConflict: OnConflict;
  /** The acting user, when it may be someone with whom the drive is shared. */
  by?: number;
  /** Never replaced, because the same call moves them. */
  keep?: ReadonlySet<string>;
};

/**
 * Moves or renames an entry, or restores it from the trash: a single row, whatever is below it. An entry that
 * it replaces goes into the trash, unless it is locked.
 */
export async function placeEntry(change: DriveChange, entry: EntryRow, to: NewPlace): Promise<void> {
  const { tx, mailboxId } = change;
  const wanted = entryName(to.name ?? entry.name);
  if (!entry.is_folder && to.name !== undefined) refuseBlockedType(wanted.name);
  const place = await readPlace(tx, mailboxId, to.parentId);
  if (place.chain.some(({ id }) => id === entry.id)) {
    throw new Failure('folder_into_itself', 'A folder can not be put into itself, or below itself');
  }
  const named = await readNamed(tx, mailboxId, to.parentId, [wanted.nameKey]);
  const conflict = named.find(({ id }) => id !== entry.id);
  let name: EntryName = wanted;
  if (conflict && to.onConflict === 'replace' && !to.keep?.has(conflict.id)) {
    await refuseLockedBelow(change, [conflict.id]);
    await trashInDrive(change, [conflict.id], to.by);
    journalEntry(change, conflict.id, TRASH);
  } else if (conflict) {
    const onConflict = to.onConflict === 'fail' ? 'fail' : 'rename';
    const { parentId } = to;
    name = await renamed(tx, mailboxId, { parentId, name: wanted, isFolder: entry.is_folder, onConflict });
  }
  const reach = await fittingReach(change, entry, name.name, place);
  refuseTooDeep(place.steps + reach.steps, place.bytes + reach.bytes);
  await updatePlace(tx, mailboxId, entry.id, {
    parentId: to.parentId,
    name,
    renamed: name.name !== entry.name,
  });
  // The file type follows from the name.
  const asNamed = { ...entry, name: name.name };
  if (hasText(asNamed) !== hasText(entry)) await markUnread(tx, mailboxId, asNamed);
  await growAbove(change, place.chain, reach);
  journalEntry(change, entry.id, entry.parent_id, to.parentId);
  if (entry.trashed_at === null) return;
  await forgetDeletions(tx, mailboxId, [entry.id]);
  change.journal('folder', TRASH);
}

/** How many entries are examined before a folder that may be too deep is refused. */
const MEASURED_AT_MOST = 20_000;

type Extent = { steps: number; bytes: number };

/**
 * The extent of the entry, measured from its new parent. The recorded extent is only an upper bound: when it
 * does not fit, the actual extent is measured.
 */
export async function fittingReach(
  { tx, mailboxId }: DriveChange,
  entry: EntryRow,
  name: string,
  place: Extent,
): Promise<Extent> {
  const said = reachOf(entry, name);
  if (!entry.is_folder || fits(place, said)) return said;
  const below = await measureBelow(tx, mailboxId, entry.id, MEASURED_AT_MOST);
  if (!below) return said;
  await updateBelow(tx, mailboxId, below);
  return reachOf({ steps_below: below.steps, bytes_below: below.bytes }, name);
}

/** Whether an extent fits into a folder. */
export function fits(place: Extent, reach: Extent): boolean {
  return place.steps + reach.steps <= LIMITS.driveDepth && place.bytes + reach.bytes <= LIMITS.drivePathBytes;
}
