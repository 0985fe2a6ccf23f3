import type { BlobKey } from './blob-store.ts';

/** Validates a key before it becomes part of a path (no path traversal). */
export function isBlobKey(key: string): key is BlobKey {
  return /^[0-9a-f]{64}$/.test(key);
}
