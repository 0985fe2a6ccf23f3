import { sql } from 'kysely';
import { segmentPrefixOf } from '../search/search-vector.ts';
import type { MailboxChange } from './change-mailbox.ts';

export type Place = {
  folderId: string;
  /** Where it stands in the lists of its folders. */
  receivedAt: number;
  draft: boolean;
  sendState: 'sending' | 'failed' | null;
};

/**
 * Puts a message that the user wrote into the folder of its next stage, as if it had been filed there; its words in
 * the index go along with its time.
 */
export async function refileMessage(change: MailboxChange, messageId: string, place: Place): Promise<void> {
  const { tx, mailboxId } = change;
  const { rows } = await sql<{ thread_id: string; before: number }>`
    update messages m set
      folder_id = ${place.folderId}, first_folder_id = ${place.folderId}, old_folder_id = null, trashed_at = null,
      received_at = ${place.receivedAt}, draft = ${place.draft}, send_state = ${place.sendState}
    from (select received_at from messages where mailbox_id = ${mailboxId} and id = ${messageId}) b
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    returning m.thread_id, b.received_at as before`.execute(tx);
  const [moved] = rows;
  if (!moved) throw new Error(`message ${messageId} does not exist`);
  change.touchThreads([moved.thread_id]);
  const [from, to] = [moved.before, place.receivedAt].map((at) => `'${segmentPrefixOf(mailboxId, at)}`);
  await sql`
    update message_search set received_at = ${place.receivedAt},
      words = case when ${from}::text = ${to}::text then words else replace(words::text, ${from}, ${to})::tsvector end
    where mailbox_id = ${mailboxId} and message_id = ${messageId}`.execute(tx);
}
