import { refuseOverQuota } from '../../mail/attachments/mailbox-quota.ts';
import { readFolderIdsAmong } from '../../mail/folders/folders.store.ts';
import { readLabelIdsAmong } from '../../mail/labels/labels.store.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { type NewMessage, newMessage } from '../../mail/messages/new-message.ts';
import { deleteKept, type KeptMessage, readKept } from '../../mail/messages/removed-messages.store.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';

export type RestoreDeps = ChangeDeps & { parser: MailParser };

type Restored = Omit<NewMessage, 'folderId'> & { kept: KeptMessage };

/** Makes messages of what mail programs have removed, with new uids in their folders; each is restored once. */
export async function restoreRemoved(deps: RestoreDeps, mailboxId: number, ids: string[]): Promise<void> {
  const found = await readKept(deps.db, mailboxId, ids.filter(isId));
  if (found.length < new Set(ids).size) throw new Failure('message_not_found', 'Message not found');
  const read: Restored[] = [];
  for (const kept of found) read.push(await readAgain(deps, kept));
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, folders, usedBytes: used, quotaBytes: quota } = change;
    const still = new Set(await deleteKept(tx, mailboxId, ids));
    const folderIds = read.flatMap(({ kept }) => kept.folder_id ?? []);
    const there = await readFolderIdsAmong(tx, mailboxId, folderIds);
    const labelIds = read.flatMap(({ kept }) => kept.label_ids ?? []);
    const labels = labelIds.length > 0 ? await readLabelIdsAmong(tx, mailboxId, labelIds) : [];
    const messages = read
      .filter(({ kept }) => still.has(kept.id))
      .map(({ kept: { id, folder_id, label_ids }, ...message }) => ({
        ...message,
        // Whoever sent it can still recall it.
        id,
        labelIds: labels.filter((label) => label_ids?.includes(label)),
        folderId: folder_id !== null && there.includes(folder_id) ? folder_id : folders.INBOX,
      }));
    refuseOverQuota(
      { used, quota },
      messages.reduce((sum, { size }) => sum + size, 0),
    );
    await storeMessages(deps.clock, change, messages, { announced: false });
  });
}

async function readAgain({ parser }: RestoreDeps, kept: KeptMessage): Promise<Restored> {
  const { blob, size, received_at: receivedAt, unread, starred, answered, draft } = kept;
  const { sender, spoofed, sender_checks: senderChecks, spam } = kept;
  const said = messageFromParsed(await parser.parse(blob, size), receivedAt, { blob });
  // It is judged as it was when it came; a read receipt was asked for then.
  const judged = { sender, spoofed, senderChecks, spam, receipt: null };
  const marks = { unread, starred, answered, draft };
  return { ...newMessage({ ...said, ...judged, ...marks, receivedAt, size, blob }), kept };
}
