import { createBoundedQueue } from '../../../platform/semaphore.ts';

/** Of one process. */
const MOST_BYTES = 32 * 1024 * 1024;
const AT_ONCE = 2;
const MOST_WAITING = 20;

/** The text of a feed by its tag: from memory, or written now. */
export type FeedCache = (tag: string, write: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * The feeds that were asked for last. Who fetches one over and over has it written once for each change of its calendar,
 * and all that is written at once waits in one short queue.
 */
export function createFeedCache(): FeedCache {
  const known = new Map<string, Buffer>();
  const queued = createBoundedQueue(AT_ONCE, MOST_WAITING);
  let bytes = 0;

  function keep(tag: string, text: Buffer): void {
    known.set(tag, text);
    bytes += text.length;
    for (const [oldest, { length }] of known) {
      if (bytes <= MOST_BYTES) return;
      known.delete(oldest);
      bytes -= length;
    }
  }

  return (tag, write) => {
    const before = known.get(tag);
    if (before) return Promise.resolve(before);
    return queued(async () => {
      // Whoever waited before may have asked for the same.
      const written = known.get(tag);
      if (written) return written;
      const text = await write();
      keep(tag, text);
      return text;
    });
  };
}
