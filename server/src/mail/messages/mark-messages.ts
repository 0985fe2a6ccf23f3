import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { updateMark } from './message-marks.store.ts';

/** Sets or clears one mark of single messages. */
export async function markMessages(
  change: MailboxChange,
  messageIds: string[],
  mark: 'unread' | 'starred',
  value: boolean,
): Promise<void> {
  change.markThreadsDirty(await updateMark(change.tx, change.mailboxId, messageIds, mark, value));
}
