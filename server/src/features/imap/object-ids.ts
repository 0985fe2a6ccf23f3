import type { MessageFacts } from '../../mail/messages/message-facts.store.ts';

/** Ids that never change and name one thing only (RFC 8474); a letter before each says of what. */
export function mailboxId(folderId: string): string {
  return `F${folderId}`;
}

/** The same bytes are the same email, in whichever folder and however often. */
export function emailId({ blob }: MessageFacts): string {
  return `M${blob.slice(0, 40)}`;
}

export function threadId({ thread_id: id }: MessageFacts): string {
  return `T${id}`;
}
