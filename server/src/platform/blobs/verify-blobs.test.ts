import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { BlobMissingError, type KeptBlobs } from './blob-store.ts';
import { verifyBlobs } from './verify-blobs.ts';

const KEY = 'ab'.repeat(32);

/** A store whose every read fails like this, immediately or after the first bytes. */
function failing(code: string, after?: Buffer): KeptBlobs {
  const fault = Object.assign(new Error('not read'), { code });
  async function open(): Promise<Readable> {
    if (after === undefined) throw fault;
    return Readable.from(
      (async function* pieces() {
        yield after;
        throw fault;
      })(),
    );
  }
  const never = () => Promise.reject(new Error('not asked for'));
  return {
    put: never,
    open,
    openAside: open,
    read: never,
    stat: async () => ({ size: 9, modifiedAt: new Date(0) }),
    removeStale: never,
    setAside: async (_key, isSound) => !(await isSound(open)),
    readOwner: never,
    writeOwner: never,
    list: () => Readable.from([]),
    check: never,
    close: never,
  };
}

it.each(['EIO', 'ZSTD_error_checksum_wrong', 'Z_DATA_ERROR', 'ERR_BUFFER_TOO_LARGE'])(
  'what is read with %s is damaged, from its first byte or later',
  async (code) => {
    for (const after of [undefined, Buffer.from('Kính')]) {
      const blobs = verifyBlobs(failing(code, after));
      expect(await blobs.verify(KEY)).toBe('damaged');
      expect(await blobs.setAside(KEY)).toBe(true);
    }
  },
);

it.each([
  'ENOMEM',
  'EMFILE',
  'ENFILE',
  'ETIMEDOUT',
  'ECONNRESET',
  'Z_MEM_ERROR',
  'ZSTD_error_memory_allocation',
])('that a read fails with %s says nothing of the bytes', async (code) => {
  const told: string[] = [];
  for (const after of [undefined, Buffer.from('Kính')]) {
    const blobs = verifyBlobs(failing(code, after), (key) => told.push(key));
    await expect(blobs.verify(KEY)).rejects.toThrow('not read');
    await expect(blobs.setAside(KEY)).rejects.toThrow('not read');
    await expect(blobs.open(KEY)).rejects.toThrow('not read');
    await expect(blobs.openAside(KEY)).rejects.toThrow('not read');
  }
  expect(told).toEqual([]);
});

it('a blob that goes while it is verified is missing', async () => {
  const open = () => Promise.reject(new BlobMissingError('gone'));
  expect(await verifyBlobs({ ...failing('EIO'), open }).verify(KEY)).toBe('missing');
});
