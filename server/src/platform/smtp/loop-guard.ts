const MAX_HOPS = 50;

/** A message that has come too far, or through this very mailbox before, goes round in a circle. */
export function loops(
  message: { receivedCount: number; deliveredTo: readonly string[] },
  recipient: string,
): boolean {
  if (message.receivedCount > MAX_HOPS) return true;
  const own = recipient.trim().toLowerCase();
  return message.deliveredTo.some((address) => address.trim().replace(/^<|>$/g, '').toLowerCase() === own);
}
