import {
  BlobDamagedError,
  type BlobKey,
  BlobMissingError,
  type BlobStore,
} from '../../platform/blobs/blob-store.ts';

/** Smaller ones are written at once. */
const SMALL_BYTES = 1024 * 1024;

/** Copies a blob; returns why it could not be read, or null. Throws when it cannot be written. */
export async function copyBlob(from: BlobStore, to: BlobStore, key: BlobKey): Promise<string | null> {
  const reading = { failed: null as Error | null };
  try {
    const stored = await to.put(await startReading(from, key, reading));
    return stored.key === key ? null : 'its bytes are not those that were stored';
  } catch (error) {
    if (error instanceof BlobDamagedError) return 'its bytes are not those that were stored';
    if (error instanceof BlobMissingError) return 'it is missing';
    if (reading.failed !== error) throw error;
    // One bad blob must not stop the copying of all others; an unavailable store must.
    await from.check();
    return `it can not be read: ${(error as Error).message}`;
  }
}

async function startReading(
  from: BlobStore,
  key: BlobKey,
  reading: { failed: Error | null },
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const pieces = noting(() => from.open(key), reading);
  const first: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const next = await pieces.next();
    if (next.done) return Buffer.concat(first);
    first.push(next.value);
    length += next.value.length;
    if (length > SMALL_BYTES) break;
  }
  return (async function* all() {
    yield* first;
    yield* pieces;
  })();
}

async function* noting(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  reading: { failed: Error | null },
): AsyncGenerator<Uint8Array> {
  try {
    yield* await open();
  } catch (error) {
    reading.failed = error as Error;
    throw error;
  }
}
