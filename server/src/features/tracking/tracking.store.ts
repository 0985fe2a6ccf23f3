import type { Tracking } from '@bocau/contract/messages.ts';
import type { ReadDb } from '../../tables.ts';

/** The message of a tracking token. */
export async function readMark(
  db: ReadDb,
  tokenHash: Buffer,
): Promise<{ mailbox_id: number; message_id: string } | undefined> {
  return db
    .selectFrom('tracking_marks')
    .select(['mailbox_id', 'message_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function readTracking(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<{ tracking: Tracking | null; thread_id: string } | undefined> {
  return db
    .selectFrom('messages')
    .select(['tracking', 'thread_id'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
}
