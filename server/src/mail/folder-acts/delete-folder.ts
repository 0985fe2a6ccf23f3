import { Failure } from '../../platform/failure.ts';
import { deleteFolders, readSubfolders } from '../folders/folders.store.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { bumpRulesVersion } from '../mailbox/mailbox.store.ts';
import { expungeMessages } from '../messages/expunge-messages.ts';
import { readDeletedOfFolder } from '../messages/folder-uids.store.ts';
import { readSomeMessageIds } from '../messages/messages.store.ts';
import { checkMoveTarget, moveMessages, removeMessages } from '../messages/move-messages.ts';
import { ownFolder } from './save-folder.ts';

/** Small enough to let other changes of the mailbox run between two steps. */
const MESSAGES_A_STEP = 500;

export async function deleteEmptyFolder(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await inSteps(deps, mailboxId, async (change) => {
    const folder = await ownFolder(change.tx, mailboxId, id);
    const subfolders = await readSubfolders(change.tx, mailboxId, folder.path);
    if (folder.total_threads > 0 || subfolders.length > 0) {
      throw new Failure('folder_not_empty', 'The folder is not empty');
    }
    if (await expungeMarked(change, [id])) return false;
    await deleteFolders(change.tx, mailboxId, [id]);
    await bumpRulesVersion(change.tx, mailboxId);
    change.journal('folder', id);
    return true;
  });
}

/**
 * Deletes a folder and its subfolders. Their mail is moved to the other folder, or permanently deleted when
 * none is given, in steps; an interrupted call leaves a smaller folder, and repeating it finishes the work.
 */
export async function forceDelete(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  toFolderId: string | null,
): Promise<void> {
  await inSteps(deps, mailboxId, async (change) => {
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
      if (await expungeMarked(change, ids)) return false;
      await deleteFolders(tx, mailboxId, ids);
      await bumpRulesVersion(tx, mailboxId);
      for (const gone of ids) change.journal('folder', gone);
      return true;
    }
    if (toFolderId === null) await removeMessages(change, messages);
    else await moveMessages(change, { messageIds: messages, from: null, to: toFolderId });
    return false;
  });
}

/** Each is a change of its own, until one says that it was the last. */
async function inSteps(
  deps: ChangeDeps,
  mailboxId: number,
  step: (change: MailboxChange) => Promise<boolean>,
): Promise<void> {
  while (!(await changeMailbox(deps, mailboxId, step)));
}

/** Messages that mail programs have marked as deleted are in no list. Whether there were any. */
async function expungeMarked(change: MailboxChange, folderIds: string[]): Promise<boolean> {
  for (const folderId of folderIds) {
    const marked = await readDeletedOfFolder(change.tx, change.mailboxId, folderId, null);
    const uids = marked.slice(0, MESSAGES_A_STEP).map(({ uid }) => uid);
    await expungeMessages(change, folderId, uids);
    if (uids.length > 0) return true;
  }
  return false;
}
