import type { BlobKey } from './blob-store.ts';

/** Everything else is no key of ours, and never becomes part of a path. */
export function isBlobKey(key: string): key is BlobKey {
  return /^[0-9a-f]{64}$/.test(key);
}

/** Hashing a large blob in one go would hold up everybody else. */
const SLICE_BYTES = 1024 ** 2;

export function* slicesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
  }
}
