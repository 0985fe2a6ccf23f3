import type { OnConflict } from '@bocau/contract/drive.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import type { ReadDb } from '../../tables.ts';
import { type DriveChange, TOP } from '../change-drive.ts';
import { refuseLocked } from '../locks/refuse-locked.ts';
import { type EntryName, entryName } from '../names/entry-name.ts';
import {
  type Below,
  type EntryRow,
  growBelow,
  insertEntry,
  readChain,
  readEntry,
  readNamed,
  updateLatest,
} from './entries.store.ts';
import { fileNotFound, isInDrive, pathOf, refuseTooDeep } from './entry-path.ts';
import { freeName } from './free-name.ts';

export type NewFile = { versionId: string; size: number; contentType: string };
export type NewEntry = {
  /** The id of the new entry, unless it replaces another. */
  id: string;
  /** `TOP` for the top of the drive. */
  parentId: string;
  name: string;
  /** Its first version, whose row the caller inserts; null for a folder. */
  file: NewFile | null;
  onConflict: OnConflict;
  /** Adds a version even to a locked file, because its bytes would be lost otherwise. */
  overLock?: boolean;
  /** The extent of a folder that is filled right after this. */
  below?: Pick<EntryRow, 'steps_below' | 'bytes_below'>;
};

const NOTHING_BELOW = { steps_below: 0, bytes_below: 0 };

/**
 * Creates a file or folder. When the name is taken, a file replaces an unlocked file as its next version, and
 * a folder that should replace a folder reuses it.
 */
export async function createEntry(
  change: DriveChange,
  { id, parentId, name: given, file, onConflict, overLock = false, below = NOTHING_BELOW }: NewEntry,
): Promise<{ entry: EntryRow; replaced: boolean }> {
  const { tx, mailboxId, now } = change;
  const wanted = entryName(given);
  if (file) refuseBlockedType(wanted.name);
  const place = await readPlace(tx, mailboxId, parentId);
  const [conflict] = await readNamed(tx, mailboxId, parentId, [wanted.nameKey]);
  if (conflict && onConflict === 'replace' && conflict.is_folder === (file === null)) {
    if (file && !overLock) await refuseLocked(change, conflict.id);
    const entry = file
      ? await updateLatest(tx, mailboxId, conflict.id, file, now)
      : await readEntry(tx, mailboxId, conflict.id);
    if (file) journalEntry(change, conflict.id, parentId);
    return { entry: entry as EntryRow, replaced: true };
  }
  const name = conflict
    ? await renamed(tx, mailboxId, { parentId, name: wanted, isFolder: file === null, onConflict })
    : wanted;
  const reach = reachOf(below, name.name);
  refuseTooDeep(place.steps + reach.steps, place.bytes + reach.bytes);
  const entry = await insertEntry(tx, mailboxId, { id, parentId, name, file, now });
  await growAbove(change, place.chain, reach);
  if (below.steps_below > 0) {
    await growBelow(tx, mailboxId, [{ id, steps: below.steps_below, bytes: below.bytes_below }]);
  }
  journalEntry(change, id, parentId);
  return { entry, replaced: false };
}

/** The extent of an entry of this name, measured from its parent: levels, and bytes of the path. */
export function reachOf(
  { steps_below, bytes_below }: Pick<EntryRow, 'steps_below' | 'bytes_below'>,
  name: string,
): { steps: number; bytes: number } {
  return { steps: 1 + steps_below, bytes: 1 + Buffer.byteLength(name) + bytes_below };
}

/** Extends the recorded extent of the parent folders. Usually it suffices already. */
export async function growAbove(
  { tx, mailboxId }: DriveChange,
  chain: readonly EntryRow[],
  reach: { steps: number; bytes: number },
): Promise<void> {
  let { steps, bytes } = reach;
  const grown: Below[] = [];
  for (const { id, name, steps_below, bytes_below } of chain) {
    if (steps > steps_below || bytes > bytes_below) grown.push({ id, steps, bytes });
    steps += 1;
    bytes += 1 + Buffer.byteLength(name);
  }
  if (grown.length > 0) await growBelow(tx, mailboxId, grown);
}

/** Records a changed entry and the changed list of its folder. */
export function journalEntry(change: DriveChange, id: string, ...folders: string[]): void {
  change.journal('entry', id);
  for (const folder of folders) change.journal('folder', folder);
}

/** The depth of a folder and the length of its path; throws when it cannot contain anything. */
export async function readPlace(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
): Promise<{ steps: number; bytes: number; chain: EntryRow[] }> {
  if (folderId === TOP) return { steps: 0, bytes: 0, chain: [] };
  const chain = await readChain(db, mailboxId, folderId);
  if (!chain[0]?.is_folder || !isInDrive(chain)) throw fileNotFound();
  return { steps: chain.length, bytes: Buffer.byteLength(pathOf(chain)), chain };
}

type Conflict = { parentId: string; name: EntryName; isFolder: boolean; onConflict: OnConflict };

/** A free name instead of a taken one, if the caller wants that. */
export async function renamed(
  db: ReadDb,
  mailboxId: number,
  { parentId, name, isFolder, onConflict }: Conflict,
): Promise<EntryName> {
  if (onConflict === 'rename') return freeName(db, mailboxId, parentId, name, isFolder);
  throw new Failure('already_exists', 'A file or folder of this name exists already', {
    details: { name: name.name },
  });
}
