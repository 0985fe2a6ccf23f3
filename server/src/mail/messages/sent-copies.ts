import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { foldAddress } from '../people/fold-address.ts';
import { threadKeysOf } from '../threads/join-threads.ts';
import { updateMarks } from './mark-in-folder.store.ts';
import type { NewMessage } from './new-message.ts';
import { readSentCopies, type SentCopyRow } from './sent-copies.store.ts';

type Message = Omit<NewMessage, 'folderId'>;

const SAME_DAY_SECONDS = 24 * 3600;

/**
 * A mail program submits a message, which files it in Sent, and appends a copy of its own there. Finds that other copy.
 * Both say the same, but their bytes differ: by Bcc, Received and transfer encodings.
 */
export async function findSentCopy(
  change: MailboxChange,
  message: Message,
  origin: 'submitted' | 'appended',
): Promise<SentCopyRow | null> {
  const { messageId, subject, bodyClipped } = message;
  // What is beyond the kept text can't be compared.
  if (messageId === null || bodyClipped) return null;
  const copies = await readSentCopies(change.tx, change.mailboxId, {
    messageId,
    threadKeys: threadKeysOf([{ messageId, subject, inReplyTo: null, references: [] }]),
    folderId: change.folders.Sent,
    since: change.now - SAME_DAY_SECONDS,
    origin,
  });
  const content = contentOfMessage(message);
  return copies.find((copy) => contentOfRow(copy) === content) ?? null;
}

/** Answers the submitted message of which this is a copy, with the copy's marks; null where it is another message. */
export async function mergeIntoSubmitted(change: MailboxChange, message: Message): Promise<string | null> {
  const submitted = await findSentCopy(change, message, 'submitted');
  if (submitted === null) return null;
  const threads = await updateMarks(change.tx, change.mailboxId, [submitted.id], {
    ...(message.unread ? {} : { unread: false }),
    ...(message.starred ? { starred: true } : {}),
    ...(message.answered ? { answered: true } : {}),
  });
  change.markThreadsDirty(threads);
  return submitted.id;
}

function contentOfMessage({ subject, sender, sentAt, body, attachments }: Message): string {
  return contentOf({ subject, sender: sender.email, sentAt, body, files: attachments });
}

function contentOfRow({ subject, sender, sent_at: sentAt, body, files }: SentCopyRow): string {
  return contentOf({ subject, sender, sentAt, body, files });
}

type Content = {
  subject: string;
  sender: string;
  sentAt: number;
  body: string | null;
  files: { name: string; size: number }[];
};

/** From, Subject, Date, the decoded text but for white space, and the attachments by name and decoded size. */
function contentOf({ subject, sender, sentAt, body, files }: Content): string {
  const text = (body ?? '').replace(/\s+/g, ' ').trim();
  const named = files.map(({ name, size }) => `${name} ${size}`).sort();
  return JSON.stringify([subject, foldAddress(sender), sentAt, text, named]);
}
