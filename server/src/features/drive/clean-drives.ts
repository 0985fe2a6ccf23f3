import { LIMITS } from '@bocau/contract/limits.ts';
import { changeDrive, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { enqueuePurge } from '../../drive/purge/enqueue-purge.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { deleteFromTrash, readOldTrash } from './purge.store.ts';
import { removeSomeVersions } from './spare-versions.ts';
import { readDrives, readSpareVersions } from './versions.store.ts';

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
        goesOn = (await removeSomeVersions(deps, mailboxId, spare)).versions === A_BATCH;
      }
    }
    drives = await readDrives(deps.db, drives.at(-1) as number, A_BATCH);
  }
}
