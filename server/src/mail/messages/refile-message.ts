import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { segmentPrefixOf } from '../search-index/search-vector.ts';
import { type MessageStage, updateSegment, updateStage } from './message-state.store.ts';

/**
 * Puts a message that the user wrote into the folder of its next stage, as if it had been stored there; its words in
 * the index go along with its time.
 */
export async function refileMessage(
  { tx, mailboxId, markThreadsDirty }: MailboxChange,
  messageId: string,
  stage: MessageStage,
): Promise<void> {
  const moved = await updateStage(tx, mailboxId, messageId, stage);
  if (!moved) throw new Error(`message ${messageId} does not exist`);
  markThreadsDirty([moved.thread_id]);
  const { receivedAt } = stage;
  await updateSegment(tx, mailboxId, messageId, {
    receivedAt,
    from: `'${segmentPrefixOf(mailboxId, moved.before)}`,
    to: `'${segmentPrefixOf(mailboxId, receivedAt)}`,
  });
}
