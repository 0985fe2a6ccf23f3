import { LIMITS } from '@bocau/contract/limits.ts';
import { changeDrive, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { removeChunks } from '../../drive/chunks/chunks.store.ts';
import { enqueuePurge } from '../../drive/purge/enqueue-purge.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { deleteFromTrash, readOldTrash } from './purge.store.ts';
import { readDrives, readSpareVersions, removeVersions } from './versions.store.ts';

const DAY_SECONDS = 24 * 3600;
const A_BATCH = 500;

/** Permanently deletes what has been in the trash for 30 days. */
export async function emptyOldDriveTrash(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - LIMITS.driveTrashDays * DAY_SECONDS;
  for (let rows = await readOldTrash(deps.db, before, A_BATCH); rows.length > 0; ) {
    signal.throwIfAborted();
    for (const [mailboxId, some] of Map.groupBy(rows, (row) => row.mailbox_id)) {
      await changeDrive(deps, mailboxId, async (change) => {
        const ids = some.map(({ id }) => id);
        await deleteFromTrash(change.tx, mailboxId, ids, before);
        change.journal('folder', TRASH);
        await enqueuePurge(change.tx, mailboxId, null);
      });
    }
    rows = await readOldTrash(deps.db, before, A_BATCH);
  }
}

/** Keeps the latest 20 versions of a file, or those of the last 90 days, whichever is more. */
const VERSIONS_KEPT = 20;
const VERSION_DAYS = 90;

export async function removeSpareVersions(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - VERSION_DAYS * DAY_SECONDS;
  const spare = { kept: VERSIONS_KEPT, before, limit: A_BATCH };
  for (let drives = await readDrives(deps.db, 0, A_BATCH); drives.length > 0; ) {
    for (const mailboxId of drives) {
      for (let goesOn = true; goesOn; ) {
        signal.throwIfAborted();
        if ((await readSpareVersions(deps.db, mailboxId, { ...spare, limit: 1 })).length === 0) break;
        goesOn = await removeSome(deps, mailboxId, spare);
      }
    }
    drives = await readDrives(deps.db, drives.at(-1) as number, A_BATCH);
  }
}

function removeSome(
  deps: DriveDeps,
  mailboxId: number,
  spare: { kept: number; before: number; limit: number },
): Promise<boolean> {
  return changeDrive(deps, mailboxId, async (change) => {
    const versions = await readSpareVersions(change.tx, mailboxId, spare);
    const ids = versions.map(({ id }) => id);
    await removeVersions(change.tx, mailboxId, ids);
    await removeChunks(change.tx, mailboxId, ids, change.now);
    change.use(-versions.reduce((sum, { size }) => sum + size, 0));
    return versions.length === spare.limit;
  });
}
