import type { NewMessage } from './new-message.ts';

const REPEAT_WINDOW_SECONDS = 3600;

/**
 * A message with a Message-ID is one and the same whenever its bytes come again. Without one, equal bytes may be two
 * messages, say of a script that reports every day, so they count as a repeat only of what came within the last hour:
 * in the same hour of the clock, which `keyOf` has in its key, or in the one before.
 */
export function deliveryKeys(
  keyOf: (window: number | '') => string,
  messageId: string | null,
  now: number,
): Pick<NewMessage, 'deliveryKey' | 'earlierDelivery'> {
  if (messageId !== null) return { deliveryKey: keyOf(''), earlierDelivery: null };
  const window = Math.floor(now / REPEAT_WINDOW_SECONDS);
  const earlierDelivery = { key: keyOf(window - 1), since: now - REPEAT_WINDOW_SECONDS };
  return { deliveryKey: keyOf(window), earlierDelivery };
}
