import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { checkFolders } from '../../mail/messages/move-messages.ts';
import { pinLatest, readPinnedCount, unpin } from '../../mail/messages/pinned-messages.store.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';

type Pin = { ids: string[]; folder_id: string; pinned: boolean };

/** Lists of what waits to be sent have an order of their own. */
const PENDING = rolesWhere(({ pending }) => pending);

/** Pins the threads at the top of a folder, or unpins them; what has left the folder meanwhile is passed over. */
export async function pinThreads(
  deps: ChangeDeps,
  mailboxId: number,
  { ids, folder_id: folderId, pinned }: Pin,
): Promise<void> {
  const find = async (tx: Tx) => {
    const [rows] = await Promise.all([
      resolveRows(tx, mailboxId, ids),
      checkFolders(tx, mailboxId, [folderId]),
    ]);
    return rows;
  };
  await changeMailbox(
    deps,
    mailboxId,
    async (change, rows) => {
      const { tx, folders } = change;
      if (!pinned) return change.markThreadsDirty(await unpin(tx, mailboxId, rows, folderId));
      if (folderId === folders.Starred || PENDING.some((role) => folders[role] === folderId))
        throw new Failure('folder_not_allowed', 'Nothing can be pinned in this folder');
      change.markThreadsDirty(await pinLatest(tx, mailboxId, rows, folderId));
      if ((await readPinnedCount(tx, mailboxId, folderId)) > LIMITS.pinnedPerFolder)
        throw new Failure(
          'too_many_pinned',
          `Up to ${LIMITS.pinnedPerFolder} conversations can be pinned in a folder`,
        );
    },
    { first: find },
  );
}
