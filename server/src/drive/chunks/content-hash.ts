import { createHash } from 'node:crypto';

/** The hash of a file where it is one chunk, else of the hashes of its chunks. */
export function contentHash(keys: string[]): Buffer {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return Buffer.from(only, 'hex');
  const hash = createHash('sha256');
  for (const key of keys) hash.update(Buffer.from(key, 'hex'));
  return hash.digest();
}
