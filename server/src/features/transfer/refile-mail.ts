import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { createFolderFinder } from './find-folders.ts';
import { insertThreads, readThreadlessMail, readUnfiledMessages } from './refile.store.ts';
import { missingFolders } from './transfer.store.ts';

type RefiledMail = {
  /** Made anew. */
  threads: number;
  messages: number;
  /** Where these are now. */
  folder: string;
};

const ROWS_A_STEP = 200;
const RECOVERED = { vi: 'Thư tìm lại', en: 'Recovered' };

/**
 * Makes the threads anew that messages name and that are not there, and puts messages whose folder is not there, or is one
 * in which nothing can lie, into a folder of their own. A second run finds nothing.
 */
export async function refileMail(deps: ChangeDeps, mailboxId: number): Promise<RefiledMail> {
  const folder = RECOVERED[(await readSettings(deps.db, mailboxId)).language];
  const refiled = { threads: 0, messages: 0, folder };
  for (;;) {
    const threadIds = await readThreadlessMail(deps.db, mailboxId, ROWS_A_STEP);
    if (threadIds.length === 0) break;
    await changeMailbox(deps, mailboxId, async (change) => {
      await insertThreads(change.tx, mailboxId, threadIds);
      change.markThreadsDirty(threadIds);
    });
    refiled.threads += threadIds.length;
  }
  const finder = createFolderFinder(deps, mailboxId);
  for (;;) {
    const messageIds = await readUnfiledMessages(deps.db, mailboxId, ROWS_A_STEP);
    if (messageIds.length === 0) return refiled;
    const to = await finder.find({ path: [folder] });
    const moves = await changeMailbox(deps, mailboxId, async (change) => {
      if ((await missingFolders(change.tx, mailboxId, [to])).length > 0) return null;
      return moveMessages(change, { messageIds, from: null, to });
    });
    // Somebody has just deleted it.
    if (moves === null) finder.forget();
    refiled.messages += moves?.length ?? 0;
  }
}
