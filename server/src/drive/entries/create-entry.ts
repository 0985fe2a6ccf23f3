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
  /** Of the entry, unless it replaces another. */
  id: string;
  /** `TOP` at the top. */
  parentId: string;
  name: string;
  /** Its first version, whose row the caller writes; null for a folder. */
  file: NewFile | null;
  onConflict: OnConflict;
  /** A file that somebody edits gets its next version all the same, because its bytes would be lost otherwise. */
  overLock?: boolean;
  /** How far down a folder reaches that is filled right after this. */
  below?: Pick<EntryRow, 'steps_below' | 'bytes_below'>;
};

const NOTHING_BELOW = { steps_below: 0, bytes_below: 0 };

/**
 * A new file or folder. Where the name is taken, a file replaces a file that nobody edits: it is that one's next
 * version. A folder that should replace a folder is that folder.
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

/** How far down an entry of this name reaches from the folder that holds it: steps, and bytes of the path. */
export function reachOf(
  { steps_below, bytes_below }: Pick<EntryRow, 'steps_below' | 'bytes_below'>,
  name: string,
): { steps: number; bytes: number } {
  return { steps: 1 + steps_below, bytes: 1 + Buffer.byteLength(name) + bytes_below };
}

/** The folders above an entry reach as far down as it does. Mostly they did before. */
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

/** An entry changed, and so did the list of its folder. */
export function journalEntry(change: DriveChange, id: string, ...folders: string[]): void {
  change.journal('entry', id);
  for (const folder of folders) change.journal('folder', folder);
}

/** How deep a folder lies and how long its path is; refused where nothing can be put into it. */
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

/** A free name instead of one that is taken, where that is wanted. */
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
