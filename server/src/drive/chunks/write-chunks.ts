import { LIMITS } from '@bocau/contract/limits.ts';
import { type BlobStore, BlobStoreFullError, type PutOptions } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';

/** A chunk whose bytes are durable. */
export type WrittenChunk = { size: number; blob: string };

type WriteOptions = {
  /** Called for each chunk in its order, once it is durable. */
  keep?: (chunk: WrittenChunk) => Promise<void> | void;
  /** Bytes of the first chunk, where it goes on with one that was begun before. */
  first?: number;
} & PutOptions;

/**
 * Cuts bytes into chunks of 8 MiB and keeps each as a blob. They go through as they come, so that a stream takes no
 * memory to speak of; while one chunk is being made durable, the next one is already coming in, and never a third.
 * Where the bytes break off, what came of the unfinished chunk is thrown away.
 */
export async function writeChunks(
  { blobs }: { blobs: Pick<BlobStore, 'put'> },
  bytes: AsyncIterable<Uint8Array>,
  { keep, first = LIMITS.driveChunkBytes, frees }: WriteOptions = {},
): Promise<WrittenChunk[]> {
  const source = cutter(bytes);
  const written: WrittenChunk[] = [];
  let before: Promise<void> = Promise.resolve();
  let most = first;
  try {
    while (await source.hasMore()) {
      const piece = source.next(most);
      most = LIMITS.driveChunkBytes;
      const put = blobs.put(piece.bytes, { frees });
      const earlier = before;
      // Both have ended before the first that failed is heard of: what is durable by then is kept.
      before = Promise.allSettled([earlier, put]).then(async () => {
        await earlier;
        const { key, size } = await put;
        const chunk = { size, blob: key };
        await keep?.(chunk);
        written.push(chunk);
      });
      // Awaited below, or with the next one; a rejection before that is no stray one.
      before.catch(() => undefined);
      await Promise.race([piece.whole, put]);
      await earlier;
    }
    await before;
    return written;
  } catch (error) {
    await before.catch(() => undefined);
    if (error instanceof BlobStoreFullError) {
      throw new Failure('service_unavailable', 'File storage is temporarily full');
    }
    throw error;
  }
}

/** Reads one stream as pieces of so many bytes, one after the other. */
function cutter(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);

  async function hasMore(): Promise<boolean> {
    while (rest.length === 0) {
      const { value, done } = await source.next();
      if (done) return false;
      rest = value;
    }
    return true;
  }

  function next(size: number): { bytes: AsyncIterable<Uint8Array>; whole: Promise<void> } {
    const { promise: whole, resolve } = Promise.withResolvers<void>();
    async function* piece() {
      for (let room = size; room > 0 && (await hasMore()); ) {
        const part = rest.subarray(0, room);
        rest = rest.subarray(part.length);
        room -= part.length;
        yield part;
      }
      resolve();
    }
    return { bytes: piece(), whole };
  }

  return { hasMore, next };
}
