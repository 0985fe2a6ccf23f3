import { deleteFolders, readSubfolders } from '../../mail/folders/folders.store.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { bumpRulesVersion } from '../../mail/mailbox/mailbox.store.ts';
import { readSomeMessageIds } from '../../mail/messages/messages.store.ts';
import { checkMoveTarget, moveMessages, removeMessages } from '../../mail/messages/move-messages.ts';
import { Failure } from '../../platform/failure.ts';
import { ownFolder } from './save-folder.ts';

/** Small enough that others get their turn at the mailbox between two steps. */
const MESSAGES_A_STEP = 500;

export async function deleteEmptyFolder(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const folder = await ownFolder(change.tx, mailboxId, id);
    const subfolders = await readSubfolders(change.tx, mailboxId, folder.path);
    if (folder.total_threads > 0 || subfolders.length > 0) {
      throw new Failure('folder_not_empty', 'The folder is not empty');
    }
    await deleteFolders(change.tx, mailboxId, [id]);
    await bumpRulesVersion(change.tx, mailboxId);
    change.journal('folder', id);
  });
}

/**
 * Deletes a folder and those below it. Their mail goes to the other folder, or for good where none is given, in
 * steps; a call that was cut off leaves a smaller folder, and the same call again finishes it.
 */
export async function forceDelete(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  toFolderId: string | null,
): Promise<void> {
  for (;;) {
    const finished = await changeMailbox(deps, mailboxId, async (change) => {
      const { tx } = change;
      const folder = await ownFolder(tx, mailboxId, id);
      const ids = [id, ...(await readSubfolders(tx, mailboxId, folder.path)).map((row) => row.id)];
      if (toFolderId !== null) {
        await checkMoveTarget(change, toFolderId);
        if (ids.includes(toFolderId))
          throw new Failure('folder_not_allowed', 'The messages must be moved to another folder');
      }
      const messages = await readSomeMessageIds(tx, mailboxId, ids, MESSAGES_A_STEP);
      if (messages.length === 0) {
        await deleteFolders(tx, mailboxId, ids);
        await bumpRulesVersion(tx, mailboxId);
        for (const gone of ids) change.journal('folder', gone);
        return true;
      }
      if (toFolderId === null) await removeMessages(change, messages);
      else await moveMessages(change, { messageIds: messages, from: null, to: toFolderId });
      return false;
    });
    if (finished) return;
  }
}
