import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { insertOutbox, type OutboxRow } from './outbox.store.ts';
import type { RoutedRecipient } from './outbox-recipients.store.ts';

/** Behind everything that somebody waits for. */
const MERGE_PRIORITY = 20;

type Filed = {
  outboxId: string;
  messageId: string;
  kind: OutboxRow['kind'];
  dueAt: number;
  sender: string;
  /** The source of the message. */
  blob: string;
  recipients: RoutedRecipient[];
  isRepeated?: boolean;
  /** Of a mail merge: it lets what people send go first. */
  mergeId?: string;
};

/** Sends a message that was filed in Sent in the same change, and that was never a draft. */
export async function sendStored(change: MailboxChange, filed: Filed): Promise<void> {
  const { outboxId, messageId, kind, dueAt, sender, blob, recipients, isRepeated = false, mergeId } = filed;
  await insertOutbox(
    change.tx,
    change.mailboxId,
    {
      id: outboxId,
      message_id: messageId,
      kind,
      state: 'sending',
      due_at: dueAt,
      undo_until: null,
      sender,
      is_repeated: isRepeated,
      recipientCount: recipients.length,
      blob,
      ...(mergeId === undefined ? {} : { merge_id: mergeId }),
    },
    change.now,
  );
  await enqueueDeliveries(
    change,
    outboxId,
    recipients,
    mergeId === undefined ? {} : { priority: MERGE_PRIORITY },
  );
}
