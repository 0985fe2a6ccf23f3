import { buffer } from 'node:stream/consumers';
import type { BlobStore } from './blob-store.ts';

/** Longer than the header of any legitimate message. */
const HEAD_BYTES = 256 * 1024;

/** The beginning of a message's source, with its header; null where the source is missing. */
export async function readHead(blobs: BlobStore, blob: string): Promise<Buffer | null> {
  const stat = await blobs.stat(blob);
  return stat && buffer(await blobs.open(blob, { start: 0, end: Math.min(stat.size, HEAD_BYTES) }));
}
