import { type DriveCaller, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { enqueuePurge } from '../../drive/purge/enqueue-purge.ts';
import { deleteFromTrash, readOfTrash } from './purge.store.ts';
import { presentEntries } from './restore-entries.ts';

/** How many are hidden immediately; the job does the rest. */
const AT_ONCE = 5_000;

/**
 * Permanently deletes entries: they disappear immediately; a job removes everything below, releases the quota
 * and the blobs.
 */
export async function deleteEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  ids: string[] | undefined,
): Promise<void> {
  const { person } = caller;
  await requireDrive(deps.db, caller);
  await changeDrive(deps, person, async (change) => {
    const { tx, now } = change;
    const deleted = ids
      ? (await presentEntries(tx, person, ids)).map(({ id, trashed_at }) => {
          if (trashed_at === null) throw fileNotFound();
          return id;
        })
      : await readOfTrash(tx, person, now, AT_ONCE);
    if (deleted.length === 0) return;
    await deleteFromTrash(tx, person, deleted);
    // Where many go, whoever looks at the trash loads it anew.
    if (ids) for (const id of deleted) change.journal('entry', id);
    change.journal('folder', TRASH);
    await enqueuePurge(tx, person, ids === undefined && deleted.length === AT_ONCE ? now : null);
  });
}
