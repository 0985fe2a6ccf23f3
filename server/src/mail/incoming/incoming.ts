import type { NewMessage } from '../messages/new-message.ts';

/** A message that comes to a mailbox, from wherever: its rules have not been asked yet. */
export type Incoming = Omit<NewMessage, 'folderId'> & {
  /** MAIL FROM; empty of a bounce. */
  envelopeSender: string;
  /** The addresses of every From and of Sender. */
  authors: string[];
  /** For the trace: from which client it came and how, and to which of the mailbox's addresses. */
  arrival?: { client: string; recipient: string };
};
