import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from './blob-key.ts';
import { BlobDamagedError, BlobMissingError, type BlobStore } from './blob-store.ts';
import { hashBytes } from './hash-bytes.ts';
import { unpack } from './packed-bytes.ts';

/** Read-only access to the blobs in a copy of a blob folder, or in its folder `blobs`. */
export function readCopies(dir: string): Pick<BlobStore, 'read'> {
  async function stored(key: string): Promise<Buffer> {
    for (const folder of [dir, join(dir, 'blobs')]) {
      try {
        return await readFile(join(folder, key.slice(0, 2), key.slice(2, 3), key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    throw new BlobMissingError(`Blob ${key} is not in ${dir}`);
  }

  return {
    async read(key) {
      if (!isBlobKey(key)) throw new BlobMissingError(`No blob has the key ${JSON.stringify(key)}`);
      const bytes = await stored(key);
      const unpacked = await unpack(bytes).catch(() => null);
      if (unpacked !== null && (await hashBytes(unpacked)) === key) return unpacked;
      throw new BlobDamagedError(`Blob ${key} in ${dir} is damaged too`);
    },
  };
}
