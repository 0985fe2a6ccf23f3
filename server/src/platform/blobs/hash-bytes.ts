import { createHash, hash as hashAtOnce } from 'node:crypto';
import type { BlobKey } from './blob-store.ts';

/** Hashing a large blob in one go would block the event loop. */
const SLICE_BYTES = 1024 ** 2;

export async function hashBytes(bytes: Uint8Array): Promise<BlobKey> {
  if (bytes.length <= SLICE_BYTES) return hashAtOnce('sha256', bytes);
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await new Promise((resume) => setImmediate(resume));
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
  return hash.digest('hex');
}
