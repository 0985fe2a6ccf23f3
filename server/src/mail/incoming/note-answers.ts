import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { answerKeyOf, awaitedKeysOf } from '../threads/join-threads.ts';
import { type KnownKey, writeKeysOfMessages } from '../threads/threads.store.ts';
import { mayAnswer } from './end-awaited.ts';
import type { Incoming } from './incoming.ts';

/**
 * MM-44: an answer under another subject begins a conversation of its own, which a key leads to from the message that it
 * names. Mail that names none of those whose answers are looked for costs no statement.
 */
export function noteAnswers(
  change: MailboxChange,
  messages: (Incoming & { folderId: string; id: string })[],
  known: KnownKey[],
): void {
  const keys = new Set(known.map(({ key }) => key));
  const noted = new Map<string, string>();
  for (const message of messages) {
    const { id, inReplyTo, sender } = message;
    if (inReplyTo === null || !awaitedKeysOf([inReplyTo]).some((key) => keys.has(key))) continue;
    if (mayAnswer(change, message)) noted.set(answerKeyOf(inReplyTo, sender.email), id);
  }
  if (noted.size === 0) return;
  const rows = [...noted].map(([key, message_id]) => ({ key, message_id }));
  change.send(writeKeysOfMessages(change.tx, change.mailboxId, rows));
}
