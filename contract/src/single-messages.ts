const PREFIX = 'm-';

/** The id of a list row that stands for one message, where lists show messages instead of conversations. */
export function singleId(messageId: string): string {
  return PREFIX + messageId;
}

/** The message that a row stands for; null where it stands for a conversation. */
export function messageOfSingle(rowId: string): string | null {
  return rowId.startsWith(PREFIX) ? rowId.slice(PREFIX.length) : null;
}
