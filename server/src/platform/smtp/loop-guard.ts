const MAX_HOPS = 50;

/** Detects a mail loop: too many hops (Received fields), or this same mailbox among them. */
export function loops(
  message: { receivedCount: number; deliveredTo: readonly string[] },
  recipient: string,
): boolean {
  if (message.receivedCount > MAX_HOPS) return true;
  const own = recipient.trim().toLowerCase();
  return message.deliveredTo.some((address) => address.trim().replace(/^<|>$/g, '').toLowerCase() === own);
}
