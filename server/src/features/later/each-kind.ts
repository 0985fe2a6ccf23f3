import { singleId } from '@bocau/contract/single-messages.ts';
import type { RowTargets } from '../../mail/threads/resolve-threads.ts';

/** An act on the threads, and one on the single messages, that list rows stand for. */
export async function eachKind<T>(
  { threadIds, messageIds }: RowTargets,
  act: (some: { threadIds: string[] } | { messageIds: string[] }) => Promise<T[]>,
): Promise<T[]> {
  const ofThreads = threadIds.length > 0 ? await act({ threadIds }) : [];
  const ofSingles = messageIds.length > 0 ? await act({ messageIds }) : [];
  return [...ofThreads, ...ofSingles];
}

/** Single messages are named by their rows. */
export function namedByRow<T extends { thread_id: string; message_id: string }>(
  changed: T[],
  { messageIds }: RowTargets,
): T[] {
  const singles = new Set(messageIds);
  return changed.map((one) =>
    singles.has(one.message_id) ? { ...one, thread_id: singleId(one.message_id) } : one,
  );
}
