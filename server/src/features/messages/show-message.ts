import type { Message } from '@bocau/contract/messages.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Db } from '../../tables.ts';
import { messageView } from './messages.view.ts';
import { readMessage } from './read-messages.ts';

/** A message as it is now, for whoever has just changed it. */
export async function showMessage(db: Db, mailboxId: number, messageId: string): Promise<Message> {
  const message = await readMessage(db, mailboxId, messageId);
  if (!message) throw new Failure('message_not_found', 'There is no such message');
  return messageView(message, true);
}
