import { createHash } from 'node:crypto';

/**
 * The hash of a file where it is one chunk, else of the hashes of its chunks: by another function, because these are the
 * bytes of another file, which must not be taken for this one.
 */
export function contentHash(keys: string[]): Buffer {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return Buffer.from(only, 'hex');
  const hash = createHash(keys.length === 0 ? 'sha256' : 'sha512-256');
  for (const key of keys) hash.update(Buffer.from(key, 'hex'));
  return hash.digest();
}
