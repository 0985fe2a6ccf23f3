import type { Readable } from 'node:stream';
import type { BlobKey, BlobStore } from './blob-store.ts';
import { verifyStream } from './verify-blobs.ts';

/**
 * The bytes of a file that stands within another blob, as long as they are its own. Where they are not, that blob is
 * read from its beginning to its end, which shows whether it is damaged.
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
