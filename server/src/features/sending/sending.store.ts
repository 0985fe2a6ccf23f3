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

/** Where the message is that a draft answers, and its thread; undefined where it answers none, or that is gone. */
export async function readAnswered(
  db: ReadDb,
  mailboxId: number,
  draftId: string,
): Promise<{ thread_id: string; folder_id: string } | undefined> {
  return db
    .selectFrom('drafts as d')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'd.mailbox_id').onRef('m.id', '=', 'd.answers'),
    )
    .select(['m.thread_id', 'm.folder_id'])
    .where('d.mailbox_id', '=', mailboxId)
    .where('m.mailbox_id', '=', mailboxId)
    .where('d.message_id', '=', draftId)
    .where('d.action', '!=', 'forward')
    .executeTakeFirst();
}
