import type { Readable } from 'node:stream';
import type { BlobKey, BlobStore } from './blob-store.ts';
import { verifyStream } from './verify-blobs.ts';

/**
 * The bytes of a file stored as a range of another blob, while they match its own hash. When they do not,
 * that blob is read completely, which shows whether it is damaged.
 */
export function verifyPlace(
  blobs: Pick<BlobStore, 'open'>,
  bytes: Readable,
  { source, blob }: { source: BlobKey; blob: BlobKey },
): Promise<Readable> {
  return verifyStream(bytes, blob, () => {
    readThrough(blobs, source).catch(() => undefined);
  });
}

async function readThrough(blobs: Pick<BlobStore, 'open'>, source: BlobKey): Promise<void> {
  for await (const _ of await blobs.open(source)) void _;
}
