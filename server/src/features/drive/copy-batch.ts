import { LIMITS } from '@bocau/contract/limits.ts';
import type { ReachedFolder } from '../../drive/access/reach-entry.ts';
import type { DriveChange } from '../../drive/change-drive.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { growAbove, reachOf, readPlace } from '../../drive/entries/create-entry.ts';
import { type EntryRow, readChain, readEntries } from '../../drive/entries/entries.store.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type CopiedEntry, insertCopiedVersions, insertCopies } from './copy.store.ts';
import {
  type CopyFolder,
  type CopyRow,
  type FoundChild,
  findTaken,
  finishCopyFolders,
  insertCopyFolders,
  readUncopied,
} from './copy-job.store.ts';

/** The drives are locked for one batch at a time. */
const ENTRIES_A_BATCH = 500;
const NAMES_KEPT = 20;

export type Batch = {
  /** The mailbox that owns the source drive. */
  from: number;
  target: ReachedFolder;
  folders: CopyFolder[];
  /** Sources that are no longer readable. */
  gone: CopyFolder[];
};

type LeftOut = CopyRow['left_out_first'][number];

/** Copies the next entries, and returns the updated job. */
export async function copyBatch(
  change: DriveChange,
  clock: Clock,
  copy: CopyRow,
  { from, target, folders, gone }: Batch,
): Promise<CopyRow> {
  const { tx, mailboxId: to, now } = change;
  const place = await readPlace(tx, to, target.id);
  const found = await readUncopied(tx, from, folders, ENTRIES_A_BATCH);
  const taken = await findTaken(tx, { from, to }, found);
  const byCopy = new Map(folders.map((folder) => [folder.to_id, folder]));
  const leftOut: LeftOut[] = await namesOf(change, gone);
  const copied: { row: FoundChild; entry: CopiedEntry; steps: number; bytes: number }[] = [];
  for (const row of found) {
    const above = byCopy.get(row.to_id) as CopyFolder;
    const steps = above.steps + 1;
    const bytes = above.bytes + 1 + Buffer.byteLength(row.name);
    const tooDeep = place.steps + steps > LIMITS.driveDepth || place.bytes + bytes > LIMITS.drivePathBytes;
    if (taken.has(row.id)) leftOut.push({ name: row.name, reason: 'already_exists' });
    else if (tooDeep) leftOut.push({ name: row.name, reason: 'drive_too_deep' });
    else copied.push({ row, entry: copyOf(row, row.to_id, () => newId(clock)), steps, bytes });
  }
  const size = copied.reduce((sum, { row }) => sum + row.size, 0);
  const freed = Math.min(size, copy.reserved_bytes);
  if (freed > 0) change.reserve(-freed);
  if (size > 0) change.use(size);
  const author = {
    mailboxId: copy.by_mailbox_id,
    name: (await readDriveOwner(tx, copy.by_mailbox_id))?.name ?? '',
  };
  const copying = { from, to, author, now, entries: copied.map(({ entry }) => entry) };
  await insertCopies(tx, copying);
  await insertCopiedVersions(tx, copying);
  await growFolders(change, found);
  await finishCopyFolders(tx, copy, whatIsFinished(found, folders, gone));
  const below = copied.filter(({ row }) => row.is_folder);
  await insertCopyFolders(
    tx,
    copy,
    below.map(({ entry, ...reach }) => ({
      ...{ to_id: entry.id, from_mailbox_id: from, from_id: entry.from, after_id: null },
      ...{ steps: reach.steps, bytes: reach.bytes },
    })),
  );
  const done = copy.done + found.length;
  return {
    ...copy,
    done,
    total: Math.max(copy.total, done),
    reserved_bytes: copy.reserved_bytes - freed,
    left_out: copy.left_out + leftOut.length,
    left_out_first: [...copy.left_out_first, ...leftOut].slice(0, NAMES_KEPT),
  };
}

export function copyOf({ id, version_id }: EntryRow, parentId: string, makeId: () => string): CopiedEntry {
  return {
    from: id,
    id: makeId(),
    parent_id: parentId,
    from_version: version_id,
    version_id: version_id === null ? null : makeId(),
  };
}

/** Names the gone sources by their copies, which exist and are empty. */
async function namesOf({ tx, mailboxId }: DriveChange, gone: CopyFolder[]): Promise<LeftOut[]> {
  const rows = await readEntries(
    tx,
    mailboxId,
    gone.map(({ to_id }) => to_id),
  );
  return rows.map(({ name }) => ({ name, reason: 'file_not_found' }));
}

function whatIsFinished(found: FoundChild[], folders: CopyFolder[], gone: CopyFolder[]) {
  const last = found.length < ENTRIES_A_BATCH ? undefined : found.at(-1);
  const end = last ? folders.findIndex(({ to_id }) => to_id === last.to_id) : folders.length;
  return {
    finished: [...folders.slice(0, end), ...gone].map(({ to_id }) => to_id),
    goesOn: last ? { to: last.to_id, after: last.id } : null,
  };
}

/**
 * The copy of a folder has the extent that its source had when its row was copied; entries added since may
 * exceed it.
 */
async function growFolders(change: DriveChange, found: FoundChild[]): Promise<void> {
  const { tx, mailboxId } = change;
  const parents = Map.groupBy(found, ({ to_id }) => to_id);
  for (const parent of await readEntries(tx, mailboxId, [...parents.keys()])) {
    const reaches = (parents.get(parent.id) ?? []).map((child) => reachOf(child, child.name));
    const steps = Math.max(...reaches.map((reach) => reach.steps));
    const bytes = Math.max(...reaches.map((reach) => reach.bytes));
    if (steps <= parent.steps_below && bytes <= parent.bytes_below) continue;
    await growAbove(change, await readChain(tx, mailboxId, parent.id), { steps, bytes });
  }
}
