import { type DriveCaller, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { enqueuePurge } from '../../drive/purge/enqueue-purge.ts';
import { deleteFromTrash, readOfTrash } from './purge.store.ts';
import { presentEntries } from './restore-entries.ts';

/** So many are out of sight at once; the job does the rest. */
const AT_ONCE = 5_000;

/** For good: out of sight at once; a job removes what is below, gives the quota back and hands over the blobs. */
export async function deleteEntries(
  deps: DriveDeps,
  caller: DriveCaller,
  ids: string[] | undefined,
): Promise<void> {
  const { mailbox } = caller;
  await requireDrive(deps.db, caller);
  await changeDrive(deps, mailbox, async (change) => {
    const { tx, now } = change;
    const deleted = ids
      ? (await presentEntries(tx, mailbox, ids)).map(({ id, trashed_at }) => {
          if (trashed_at === null) throw fileNotFound();
          return id;
        })
      : await readOfTrash(tx, mailbox, now, AT_ONCE);
    if (deleted.length === 0) return;
    await deleteFromTrash(tx, mailbox, deleted);
    // Where many go, whoever looks at the trash loads it anew.
    if (ids) for (const id of deleted) change.journal('entry', id);
    change.journal('folder', TRASH);
    await enqueuePurge(tx, mailbox, ids === undefined && deleted.length === AT_ONCE ? now : null);
  });
}
