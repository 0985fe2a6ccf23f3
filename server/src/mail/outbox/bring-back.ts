import { readFolderIdsAmong } from '../folders/folders.store.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { moveMessages } from '../messages/move-messages.ts';
import type { OutboxRow } from './outbox.store.ts';

/**
 * What sending has archived or snoozed is where it was before, as nothing has left; what was moved since by somebody stays
 * where they put it.
 */
export async function bringBack(
  change: MailboxChange,
  { set_aside: moves }: Pick<OutboxRow, 'set_aside'>,
): Promise<void> {
  if (!moves) return;
  const { tx, mailboxId, folders } = change;
  const byFolder = Map.groupBy(moves, (move) => move.from_folder_id);
  const there = await readFolderIdsAmong(tx, mailboxId, [...byFolder.keys()]);
  for (const [folder, ofFolder] of byFolder) {
    const messageIds = ofFolder.map(({ message_id }) => message_id);
    const to = there.includes(folder) ? folder : folders.INBOX;
    for (const from of [folders.Archive, folders.Snoozed])
      if (from !== undefined && from !== to) await moveMessages(change, { messageIds, from, to });
  }
}
