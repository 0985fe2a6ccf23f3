import type { Message } from '@bocau/contract/messages.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { readMessage } from './messages.store.ts';
import { messageView } from './messages.view.ts';

/** A message as it is now, for whoever has just changed it. */
export async function showMessage(db: ReadDb, mailboxId: number, messageId: string): Promise<Message> {
  const message = await readMessage(db, mailboxId, messageId);
  if (!message) throw new Failure('message_not_found', 'Message not found');
  return messageView(message);
}
