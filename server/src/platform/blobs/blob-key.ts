import type { BlobKey } from './blob-store.ts';

/** Nothing else is accepted as a key, so nothing else becomes part of a path. */
export function isBlobKey(key: string): key is BlobKey {
  return /^[0-9a-f]{64}$/.test(key);
}
