import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { readDeletedOfFolder } from './folder-uids.store.ts';
import { removeMessages } from './move-messages.ts';
import { insertRemoved } from './removed-messages.store.ts';

/**
 * Removes what mail programs have marked as deleted in a folder: of the uids that are given, or all. Outside the Trash it is
 * kept for a while, as a program may be set up wrongly.
 */
export async function expungeMessages(
  change: MailboxChange,
  folderId: string,
  uids: number[] | null,
): Promise<void> {
  const { tx, mailboxId, folders, now } = change;
  const deleted = await readDeletedOfFolder(tx, mailboxId, folderId, uids);
  const ids = deleted.map(({ message_id }) => message_id);
  if (ids.length === 0) return;
  if (folderId !== folders.Trash) await insertRemoved(tx, mailboxId, ids, now);
  await removeMessages(change, ids);
}
