import type { NewMessage } from '../messages/new-message.ts';

/** A message that arrives in a mailbox, from any source, before its rules are applied. */
export type Incoming = Omit<NewMessage, 'folderId'> & {
  /** MAIL FROM; empty for a bounce. */
  envelopeSender: string;
  /** The addresses of every From and of Sender. */
  authors: string[];
  /** For the mail trace: the client it came from, and which of the mailbox's addresses it was sent to. */
  arrival?: { client: string; recipient: string };
};
