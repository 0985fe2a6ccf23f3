import { changeDrive, type DriveDeps, TRASH } from '../../drive/change-drive.ts';
import { removeChunks } from '../../drive/chunks/chunks.store.ts';
import type { PurgeDrive } from '../../drive/purge/enqueue-purge.ts';
import { endSharesOf } from '../../drive/shares/change-share.ts';
import {
  deleteFromTrash,
  readDeleted,
  readOfTrash,
  removeEntries,
  takeFromDeletedFolders,
} from './purge.store.ts';

const ENTRIES_A_BATCH = 500;

/**
 * Removes permanently deleted entries with everything below. Each batch is a change of its own: the content
 * of a deleted folder is moved next to it, files are removed with their versions, and a folder when it is
 * empty.
 */
export async function purgeDrive(
  deps: DriveDeps,
  { mailbox_id: mailboxId, trashed_until }: PurgeDrive,
  signal: AbortSignal,
): Promise<void> {
  for (let goesOn = true; goesOn; ) {
    signal.throwIfAborted();
    goesOn = await changeDrive(deps, mailboxId, async (change) => {
      const { tx, now } = change;
      if (trashed_until !== null) {
        const trashed = await readOfTrash(tx, mailboxId, trashed_until, ENTRIES_A_BATCH);
        await deleteFromTrash(tx, mailboxId, trashed);
        if (trashed.length > 0) change.journal('folder', TRASH);
      }
      const taken = await takeFromDeletedFolders(tx, mailboxId, ENTRIES_A_BATCH, now);
      const entries = await readDeleted(tx, mailboxId, ENTRIES_A_BATCH);
      await endSharesOf(change, entries);
      const versions = await removeEntries(tx, mailboxId, entries);
      if (versions.length > 0) {
        await removeChunks(
          tx,
          mailboxId,
          versions.map(({ id }) => id),
          now,
        );
        const bytes = versions.reduce((sum, { size }) => sum + size, 0);
        if (bytes > 0) change.use(-bytes);
      }
      return taken + entries.length > 0;
    });
  }
}
