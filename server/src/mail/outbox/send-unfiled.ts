import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { insertOutbox, type OutboxRow, readOutbox } from './outbox.store.ts';
import type { RoutedRecipient } from './outbox-recipients.store.ts';

type Unfiled = {
  outboxId: string;
  kind: Extract<OutboxRow['kind'], 'forward' | 'notice' | 'reply'>;
  /** The envelope's sender. */
  sender: string;
  /** Who signs for it, where it leaves in nobody's name. */
  author?: string;
  /** The source of what is sent. */
  blob: string;
  recipients: RoutedRecipient[];
};

/**
 * Sends what the program sends by itself on behalf of a mailbox, and what therefore lies in no folder and does not count
 * against the limits of sending. Once for each id: false where it was sent before.
 */
export async function sendUnfiled(change: MailboxChange, unfiled: Unfiled): Promise<boolean> {
  const { outboxId, recipients, ...given } = unfiled;
  const { tx, mailboxId, now } = change;
  if (await readOutbox(tx, { mailboxId, outboxId })) return false;
  const row = {
    id: outboxId,
    message_id: outboxId,
    state: 'sending',
    due_at: now,
    undo_until: null,
  } as const;
  await insertOutbox(tx, mailboxId, { ...row, ...given, recipientCount: 0, message_removed_at: now }, now);
  await enqueueDeliveries(change, outboxId, recipients);
  return true;
}
