import type { BlobKey } from './blob-store.ts';

/** Everything else is no key of ours, and never becomes part of a path. */
export function isBlobKey(key: string): key is BlobKey {
  return /^[0-9a-f]{64}$/.test(key);
}
