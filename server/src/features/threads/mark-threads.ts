import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { updateUnread } from '../../mail/messages/message-marks.store.ts';
import { readSelectedIds } from '../../mail/messages/message-state.store.ts';
import { checkFolder } from '../../mail/messages/move-messages.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';

type Mark = { ids: string[]; folderId: string | null; unread: boolean };

/** Marks the threads' messages in one folder; without a folder, in all. */
export async function markThreads(deps: ChangeDeps, mailboxId: number, mark: Mark): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    if (mark.folderId !== null) await checkFolder(change, mark.folderId);
    const { threadIds, messageIds } = await resolveRows(change.tx, mailboxId, mark.ids);
    await setUnread(change, threadIds, mark.folderId, mark.unread);
    await markSingles(change, messageIds, mark.folderId, mark.unread);
  });
}

/** The messages in the folder; without one, all of them. */
export async function markSingles(
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
export async function setUnread(
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
