import { type ChangeDeps, changeMailbox } from './change-mailbox.ts';
import { followMessages } from './follow-messages.ts';
import {
  insertStates,
  insertStatesSince,
  readFoldersWithoutUids,
  readMessagesWithoutUid,
  writeUidValidity,
} from './number-folders.store.ts';
import { readSeq } from './repair-counts.store.ts';

/** In one transaction: meanwhile nothing else can change the mailbox. */
const MESSAGES_A_STEP = 2_000;
const MESSAGES_READ = 100_000;

/** After each step, with the messages that it did and the milliseconds that it took. */
type AfterStep = (messages: number, tookMs: number) => Promise<void>;
type NumberingOptions = { afterStep?: AfterStep; signal?: AbortSignal };

/** Gives uids to the messages of folders that have none, and brings states into step; of all folders without `folderIds`. */
export async function prepareFolders(
  deps: ChangeDeps,
  mailboxId: number,
  folderIds: string[] | null,
  options: NumberingOptions = {},
): Promise<void> {
  await followMessages(deps, mailboxId);
  for (const folderId of await readFoldersWithoutUids(deps.db, mailboxId, folderIds))
    await numberFolder(deps, mailboxId, folderId, options);
}

/**
 * Uids in the order of arrival, in small changes of the mailbox: what comes meanwhile gets its own with the last of them. One
 * that was cut off goes on with what has none.
 */
async function numberFolder(
  deps: ChangeDeps,
  mailboxId: number,
  folderId: string,
  { afterStep, signal }: NumberingOptions,
): Promise<void> {
  const since = await readSeq(deps.db, mailboxId);
  for (let read = MESSAGES_READ; read === MESSAGES_READ; ) {
    const ids = await readMessagesWithoutUid(deps.db, mailboxId, folderId, MESSAGES_READ);
    read = ids.length;
    for (let at = 0; at < ids.length; at += MESSAGES_A_STEP) {
      signal?.throwIfAborted();
      const began = deps.clock.now();
      const step = ids.slice(at, at + MESSAGES_A_STEP);
      await changeMailbox(deps, mailboxId, (change) => insertStates(change, folderId, step));
      await afterStep?.(step.length, deps.clock.now() - began);
    }
  }
  await changeMailbox(deps, mailboxId, async (change) => {
    await insertStatesSince(change, folderId, since);
    await writeUidValidity(change.tx, mailboxId, folderId, change.now);
    change.journal('folder', folderId);
  });
}
