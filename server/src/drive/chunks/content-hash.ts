import { createHash } from 'node:crypto';

/**
 * The hash of a file with one chunk, otherwise a hash over the hashes of its chunks. That uses another hash
 * function, because the concatenated hashes could also be the content of a different file.
 */
export function contentHash(keys: string[]): Buffer {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return Buffer.from(only, 'hex');
  const hash = createHash(keys.length === 0 ? 'sha256' : 'sha512-256');
  for (const key of keys) hash.update(Buffer.from(key, 'hex'));
  return hash.digest();
}
