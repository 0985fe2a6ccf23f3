import { LIMITS } from '@bocau/contract/limits.ts';
import { type BlobStore, BlobStoreFullError, type PutOptions } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';

/** A chunk that is durable. */
export type WrittenChunk = { size: number; blob: string };

type WriteOptions = {
  /** Called for each chunk in order, once it is durable. */
  keep?: (chunk: WrittenChunk) => Promise<void> | void;
  /** The size of the first chunk, when it continues an unfinished one. */
  first?: number;
} & PutOptions;

/**
 * Splits a stream into chunks of 8 MiB and stores each as a blob. The bytes are streamed, so memory use is
 * small; while one chunk is made durable the next one is received, but never a third (backpressure). When the
 * stream breaks, the incomplete chunk is discarded.
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
      // Waits for both before reporting the first failure: what is durable by then is kept.
      before = Promise.allSettled([earlier, put]).then(async () => {
        await earlier;
        const { key, size } = await put;
        const chunk = { size, blob: key };
        await keep?.(chunk);
        written.push(chunk);
      });
      // Awaited below, or with the next one; a rejection before that must not count as unhandled.
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

/** Reads one stream as consecutive pieces of a given size. */
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
