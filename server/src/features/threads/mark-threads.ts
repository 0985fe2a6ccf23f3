import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { checkFolder } from '../../mail/messages/move-messages.ts';
import { resolveThreads } from '../../mail/threads/resolve-threads.ts';
import { updateUnread } from './threads.store.ts';

type Mark = { ids: string[]; folderId: string | null; unread: boolean };

/** Marks what the threads have in one folder; without a folder, in all. */
export async function markThreads(deps: ChangeDeps, mailboxId: number, mark: Mark): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    if (mark.folderId !== null) await checkFolder(change, mark.folderId);
    const threads = await resolveThreads(change.tx, mailboxId, mark.ids);
    await setUnread(change, threads, mark.folderId, mark.unread);
  });
}

/** Without a folder, in all folders. */
export async function setUnread(
  change: MailboxChange,
  threads: string[],
  folderId: string | null,
  unread: boolean,
): Promise<void> {
  const scope = folderId === change.folders.Starred ? null : folderId;
  const changed = await updateUnread(change.tx, change.mailboxId, threads, { folderId: scope, unread });
  change.markThreadsDirty(changed);
}
