import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { updateMark, updateUnread } from '../../mail/messages/message-marks.store.ts';
import { readSelectedIds } from '../../mail/messages/message-state.store.ts';
import { checkFolders } from '../../mail/messages/move-messages.ts';
import { type RowTargets, resolveRows } from '../../mail/threads/resolve-threads.ts';
import type { Tx } from '../../tables.ts';

type Mark = { ids: string[]; folderId: string | null; unread: boolean };

/** Marks the threads' messages in one folder; without a folder, in all. */
export async function markThreads(deps: ChangeDeps, mailboxId: number, mark: Mark): Promise<void> {
  const { ids, folderId, unread } = mark;
  const find = async (tx: Tx) => {
    const folders = folderId === null ? [] : [folderId];
    const [rows] = await Promise.all([resolveRows(tx, mailboxId, ids), checkFolders(tx, mailboxId, folders)]);
    return rows;
  };
  const setMarks = async (change: MailboxChange, { threadIds, messageIds }: RowTargets) => {
    await setUnread(change, threadIds, folderId, unread);
    await markSingles(change, messageIds, folderId, unread);
  };
  await changeMailbox(deps, mailboxId, setMarks, { first: find });
}

/** What was shown of one thread, wherever it is by now; what has come since was not. */
export async function markShownRead(
  deps: ChangeDeps,
  mailboxId: number,
  threadId: string,
  messageIds: string[],
): Promise<void> {
  await changeMailbox(
    deps,
    mailboxId,
    async (change, changed: string[]) => change.markThreadsDirty(changed),
    {
      first: (tx) => updateMark(tx, mailboxId, messageIds, 'unread', false),
      threads: [threadId],
    },
  );
}

/** The messages in the folder; without one, all of them. */
async function markSingles(
  change: MailboxChange,
  messageIds: string[],
  folderId: string | null,
  unread: boolean,
): Promise<void> {
  if (messageIds.length === 0) return;
  const from = folderId === change.folders.Starred ? null : folderId;
  const there = await readSelectedIds(change.tx, change.mailboxId, { messageIds, from });
  await markMessages(change, there, 'unread', unread);
}

/** Without a folder, in all folders. */
async function setUnread(
  change: MailboxChange,
  threads: string[],
  folderId: string | null,
  unread: boolean,
): Promise<void> {
  if (threads.length === 0) return;
  const scope = folderId === change.folders.Starred ? null : folderId;
  const changed = await updateUnread(change.tx, change.mailboxId, threads, { folderId: scope, unread });
  change.markThreadsDirty(changed);
}
