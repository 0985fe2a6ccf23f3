import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export type SentMessage = {
  thread_id: string;
  draft: boolean;
  blob: Buffer | null;
  sender: { email: string };
};

/** What undo and resend need to know of a message; undefined when there is none. */
export async function readSentMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<SentMessage | undefined> {
  if (!isId(messageId)) return undefined;
  return db
    .selectFrom('messages')
    .select(['thread_id', 'draft', 'blob', 'sender'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
}
