import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { createFolderFinder } from './find-folders.ts';
import { insertThreads, readThreadlessMail, readUnfiledMessages } from './refile.store.ts';
import { missingFolders } from './transfer.store.ts';

type RefiledMail = {
  /** Recreated. */
  threads: number;
  messages: number;
  /** Messages that could not be moved. */
  left: number;
  /** The target folder. */
  folder: string;
};

const ROWS_A_STEP = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** How often a user may delete the folder before it is given up. */
const FOLDERS_AT_MOST = 5;
const RECOVERED = { vi: 'Thư tìm lại', en: 'Recovered' };

/**
 * Recreates missing threads that messages reference, and moves messages whose folder is missing or cannot
 * contain any into a new folder. A second run finds nothing.
 */
export async function refileMail(deps: ChangeDeps, mailboxId: number): Promise<RefiledMail> {
  const folder = RECOVERED[(await readSettings(deps.db, mailboxId)).language];
  const refiled = { threads: 0, messages: 0, left: 0, folder };
  for (let after = FIRST_ID; ; ) {
    const threadIds = await readThreadlessMail(deps.db, mailboxId, { after, limit: ROWS_A_STEP });
    const last = threadIds.at(-1);
    if (last === undefined) break;
    await changeMailbox(deps, mailboxId, async (change) => {
      await insertThreads(change.tx, mailboxId, threadIds);
      change.markThreadsDirty(threadIds);
    });
    refiled.threads += threadIds.length;
    after = last;
  }
  const finder = createFolderFinder(deps, mailboxId);
  let lost = 0;
  for (let after = FIRST_ID; ; ) {
    const page = { after, limit: ROWS_A_STEP };
    const messageIds = await readUnfiledMessages(deps.db, mailboxId, page);
    const last = messageIds.at(-1);
    if (last === undefined) return refiled;
    const to = await finder.find({ path: [folder] });
    const moves = await changeMailbox(deps, mailboxId, async (change) => {
      if ((await missingFolders(change.tx, mailboxId, [to])).length > 0) return null;
      return moveMessages(change, { messageIds, from: null, to });
    });
    if (moves === null) {
      // A user has just deleted it.
      lost += 1;
      if (lost === FOLDERS_AT_MOST) throw new Error(`The folder ${folder} is deleted again and again`);
      finder.forget();
    } else {
      refiled.messages += moves.length;
      // Others may have been moved or deleted meanwhile.
      const unfiled = new Set(await readUnfiledMessages(deps.db, mailboxId, page));
      refiled.left += messageIds.filter((id) => unfiled.has(id)).length;
      after = last;
    }
  }
}
