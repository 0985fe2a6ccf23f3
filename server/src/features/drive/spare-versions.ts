import type { SpareVersions } from '@bocau/contract/drive-versions.ts';
import { type DriveCaller, reachEntry, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { removeChunks } from '../../drive/chunks/chunks.store.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { readSpareFiles, readSpareVersions, removeVersions, type SpareChoice } from './versions.store.ts';

const FILES_SHOWN = 50;
const A_BATCH = 500;
/** Bounds how long one call takes; whoever called goes on. */
const BATCHES_A_CALL = 10;

/** What only the latest version of each file would leave free. */
export async function showSpareVersions(db: ReadDb, caller: DriveCaller): Promise<SpareVersions> {
  await requireDrive(db, caller);
  const files = await readSpareFiles(db, caller.person, FILES_SHOWN);
  const [first] = files;
  return {
    versions: first?.all_versions ?? 0,
    bytes: first?.all_bytes ?? 0,
    files: files.map(({ all_versions: _, all_bytes: __, ...file }) => file),
  };
}

type Freed = { versions: number; freed_bytes: number; finished: boolean };

/** Keeps the latest version of a file of the own drive, or of all of them. */
export async function keepLatestVersions(
  deps: DriveDeps,
  caller: DriveCaller,
  fileId: string | undefined,
): Promise<Freed> {
  await requireDrive(deps.db, caller);
  if (fileId !== undefined) {
    const { mailboxId } = await reachEntry(deps.db, caller, fileId, 'WRITE');
    if (mailboxId !== caller.person) throw fileNotFound();
  }
  const spare = { kept: 1, before: unixSeconds(deps.clock) + 1, limit: A_BATCH, entryId: fileId };
  const freed = { versions: 0, freed_bytes: 0, finished: false };
  for (let batches = 0; batches < BATCHES_A_CALL && !freed.finished; batches += 1) {
    const removed = await removeSomeVersions(deps, caller.person, spare);
    freed.versions += removed.versions;
    freed.freed_bytes += removed.bytes;
    freed.finished = removed.versions < A_BATCH;
  }
  return freed;
}

/** Removes the next of them with their chunks; the quota follows. */
export function removeSomeVersions(
  deps: DriveDeps,
  mailboxId: number,
  spare: SpareChoice,
): Promise<{ versions: number; bytes: number }> {
  return changeDrive(deps, mailboxId, async (change) => {
    const versions = await readSpareVersions(change.tx, mailboxId, spare);
    const ids = versions.map(({ id }) => id);
    await removeVersions(change.tx, mailboxId, ids);
    await removeChunks(change.tx, mailboxId, ids, change.now);
    const bytes = versions.reduce((sum, { size }) => sum + size, 0);
    change.use(-bytes);
    return { versions: versions.length, bytes };
  });
}
