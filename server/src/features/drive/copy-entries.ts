import type { DriveFile } from '@bocau/contract/drive.ts';
import { type DriveCaller, type Reached, reachEntries, reachFolder } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../../drive/change-drive.ts';
import { holdDrive } from '../../drive/drive.store.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { createEntry, reachOf } from '../../drive/entries/create-entry.ts';
import type { EntryRow } from '../../drive/entries/entries.store.ts';
import { enqueueDriveTexts } from '../../drive/texts/unread-text.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { ToFolder } from './change-entries.ts';
import {
  type CopiedEntry,
  type Copying,
  insertCopiedVersions,
  insertCopies,
  readBelow,
} from './copy.store.ts';
import { copyOf } from './copy-batch.ts';
import { showEntries } from './show-entries.ts';

/** The limit for one call, including everything below; a job copies more. */
const COPIED_AT_MOST = 2_000;

/**
 * Copies the latest versions of files, and folders with their content; entries shared by others are copied
 * into the caller's drive.
 */
export async function copyEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  { ids, parent_id, on_conflict = 'rename' }: ToFolder,
): Promise<DriveFile[]> {
  const { db, clock } = deps;
  const { mailboxId } = await reachFolder(db, caller, parent_id, 'WRITE');
  const author = { mailboxId: caller.person, name: (await readDriveOwner(db, caller.person))?.name ?? '' };
  const made = await changeDrive(deps, mailboxId, async (change) => {
    const { id: parentId, chain } = await reachFolder(change.tx, caller, parent_id, 'WRITE');
    const sources = await holdSources(change, caller, ids);
    let left = COPIED_AT_MOST;
    const copies: string[] = [];
    for (const source of sources) {
      if (chain.some(({ id }) => id === source.entry.id)) throw intoItself();
      left -= 1;
      const below = source.entry.is_folder
        ? await readBelow(change.tx, source.mailboxId, source.entry.id, Math.max(left, 0) + 1)
        : [];
      left -= below.length;
      if (left < 0) throw tooMany(COPIED_AT_MOST);
      const to = { parentId, onConflict: on_conflict, newId: () => newId(clock), author };
      copies.push(await copyTree(change, source, below, to));
    }
    return copies;
  });
  return showEntries(db, caller, made);
}

/**
 * Locks the sources. Another user's drive must not change meanwhile, because a save of its owner replaces
 * versions, and the copy would be empty.
 */
export async function holdSources(
  { tx, mailboxId }: DriveChange,
  caller: DriveCaller,
  ids: string[],
): Promise<Reached[]> {
  const sources = await reachEntries(tx, caller, ids, 'READ');
  const others = new Set(sources.map((source) => source.mailboxId).filter((id) => id !== mailboxId));
  if (others.size === 0) return sources;
  for (const other of others) await holdDrive(tx, other);
  return reachEntries(tx, caller, ids, 'READ');
}

type CopyTo = {
  parentId: string;
  onConflict: 'rename' | 'replace' | 'fail';
  newId(): string;
  author: Copying['author'];
};

async function copyTree(
  change: DriveChange,
  { mailboxId: from, entry }: Pick<Reached, 'mailboxId' | 'entry'>,
  below: EntryRow[],
  { parentId, onConflict, newId: makeId, author }: CopyTo,
): Promise<string> {
  const root = copyOf(entry, parentId, makeId);
  // A copy next to its source would replace it.
  const beside = entry.parent_id === parentId && from === change.mailboxId;
  const created = await createEntry(change, {
    id: root.id,
    parentId,
    name: entry.name,
    file:
      root.version_id === null
        ? null
        : { versionId: root.version_id, size: entry.size, contentType: entry.content_type ?? '' },
    // An existing folder stays unchanged: merging into it could replace more than was requested.
    onConflict: onConflict === 'replace' && (entry.is_folder || beside) ? 'rename' : onConflict,
    below: measured(entry, below),
  });
  const copies = new Map([[entry.id, { ...root, id: created.entry.id }]]);
  for (const row of below) {
    const parent = copies.get(row.parent_id) as CopiedEntry;
    copies.set(row.id, copyOf(row, parent.id, makeId));
  }
  const all = [...copies.values()];
  const bytes = [entry, ...below].reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0) change.use(bytes);
  const copying = { from, to: change.mailboxId, author, now: change.now };
  await insertCopies(change.tx, { ...copying, entries: all.slice(1) });
  await insertCopiedVersions(change.tx, { ...copying, entries: all });
  if (below.length > 0) await enqueueDriveTexts(change.tx, change.mailboxId);
  return created.entry.id;
}

const NOTHING_BELOW = { steps_below: 0, bytes_below: 0 };

/** The extent of a copy: the recorded extent of its source is only an upper bound. */
function measured({ id }: EntryRow, below: EntryRow[]): typeof NOTHING_BELOW {
  const reaches = new Map<string, typeof NOTHING_BELOW>();
  for (const row of below.toReversed()) {
    const { steps, bytes } = reachOf(reaches.get(row.id) ?? NOTHING_BELOW, row.name);
    const { steps_below, bytes_below } = reaches.get(row.parent_id) ?? NOTHING_BELOW;
    reaches.set(row.parent_id, {
      steps_below: Math.max(steps_below, steps),
      bytes_below: Math.max(bytes_below, bytes),
    });
  }
  return reaches.get(id) ?? NOTHING_BELOW;
}

export function intoItself(): Failure {
  return new Failure('folder_into_itself', 'A folder can not be copied into itself, or below itself');
}

export function tooMany(most: number): Failure {
  return new Failure('too_large', `At most ${most} files and folders are copied at once`, {
    details: { entries_max: most },
  });
}
