import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { BlobDamagedError, type BlobKey, BlobMissingError, type BlobStore } from './blob-store.ts';
import { type BlobStoreOptions, openBlobStore } from './open-blob-store.ts';
import { startTestS3Server } from './test-s3-server.ts';

type StoreUnderTest = {
  blobs: BlobStore;
  /** Sets the age of the blob. */
  age(key: BlobKey, modifiedAt: Date): Promise<void>;
  /** Replaces the stored bytes of the blob. */
  replace(key: BlobKey, stored: Buffer): Promise<void>;
  stored(key: BlobKey): Promise<Buffer>;
  /** Replaces the stored bytes of a blob that was set aside. */
  replaceAside(key: BlobKey, stored: Buffer): Promise<void>;
  /** Opens the same store again. */
  another(options: BlobStoreOptions): Promise<BlobStore>;
  close(): Promise<void>;
};

const HOUR = 3600_000;
/** The magic number of packed bytes. */
const PACKED = Buffer.from('4b1dbca3f7e2910c', 'hex');

const stores: { name: string; races: number; open(): Promise<StoreUnderTest> }[] = [
  {
    name: 'files',
    races: 60,
    async open() {
      const dir = await mkdtemp(join(tmpdir(), 'bocau-blobs-'));
      return {
        blobs: await openBlobStore(`file:${dir}`),
        another: (options) => openBlobStore(`file:${dir}`, options),
        age: (key, at) => utimes(join(dir, key.slice(0, 2), key.slice(2, 3), key), at, at),
        replace: (key, stored) => writeFile(join(dir, key.slice(0, 2), key.slice(2, 3), key), stored),
        stored: (key) => readFile(join(dir, key.slice(0, 2), key.slice(2, 3), key)),
        replaceAside: (key, stored) => writeFile(join(dir, 'damaged', key), stored),
        close: () => rm(dir, { recursive: true }),
      };
    },
  },
  {
    name: 'S3',
    races: 20,
    async open() {
      const server = await startTestS3Server();
      return {
        blobs: await openBlobStore(server.url, { credentials: server.credentials }),
        another: (options) => openBlobStore(server.url, { credentials: server.credentials, ...options }),
        age: (key, at) => server.age(key, at),
        replace: (key, stored) => server.replace(key, stored),
        stored: (key) => server.stored(key),
        replaceAside: (key, stored) => server.replace(`damaged/${key}`, stored),
        close: () => server.close(),
      };
    },
  },
];

describe.each(stores)('blobs as $name', ({ open, races }) => {
  let store: StoreUnderTest;
  let blobs: BlobStore;

  beforeEach(async () => {
    store = await open();
    blobs = store.blobs;
  });

  afterEach(async () => {
    await blobs.close();
    await store.close();
  });

  async function listed() {
    const found = [];
    for await (const { key, size } of blobs.list()) found.push({ key, size });
    return found;
  }

  it.each([
    ['nothing', 0],
    ['a few bytes', 5],
    ['a mail', 8_192],
    ['several pieces', 3_000_001],
  ])('gives back %s, however it came', async (_name, size) => {
    const bytes = randomBytes(size);
    const expected = { key: sha256(bytes), size };
    expect(await blobs.put(bytes)).toEqual(expected);
    expect(await blobs.put(inPieces(bytes))).toEqual(expected);
    expect((await blobs.read(expected.key)).equals(bytes)).toBe(true);
    expect((await collect(await blobs.open(expected.key))).equals(bytes)).toBe(true);
    expect(await blobs.stat(expected.key)).toMatchObject({ size });
  });

  it.each([
    ['text', Buffer.from('Kính gửi chị Lan, báo giá tháng này. '.repeat(8_000))],
    ['what has many frames', Buffer.from(randomBytes(900_000).toString('base64'))],
    ['what has one frame and a byte', Buffer.from(randomBytes(131_073).toString('hex').slice(1))],
    ['a small text', Buffer.from('Kính gửi chị Lan. '.repeat(300))],
    ['what pretends to be packed', Buffer.concat([PACKED, Buffer.alloc(8, 9), randomBytes(5_000)])],
    ['the sign of packed bytes alone', PACKED],
  ])('keeps %s smaller where it gains, and gives back every byte and range', async (_name, bytes) => {
    for (const given of [bytes, inPieces(bytes)]) {
      const { key, size } = await blobs.put(given);
      expect({ key, size }).toEqual({ key: sha256(bytes), size: bytes.length });
      expect((await blobs.read(key)).equals(bytes)).toBe(true);
      expect((await collect(await blobs.open(key))).equals(bytes)).toBe(true);
      expect(await blobs.stat(key)).toMatchObject({ size: bytes.length });
      for (const [start, end] of [
        [Math.floor(bytes.length / 3), Math.ceil(bytes.length / 2)],
        [bytes.length - 3, bytes.length + 9],
        [262_143, 262_145],
        [262_144, 524_288],
      ] as const) {
        const range = await collect(await blobs.open(key, { start, end }));
        expect(range.equals(bytes.subarray(start, end)), `${start} to ${end}`).toBe(true);
      }
      expect(await collect(await blobs.open(key, { start: bytes.length, end: bytes.length + 5 }))).toEqual(
        Buffer.alloc(0),
      );
      await store.age(key, new Date(systemClock.now() - 2 * HOUR));
      await blobs.removeStale(key, new Date(systemClock.now() - HOUR));
    }
  });

  it('takes less room for text that repeats itself', async () => {
    const bytes = Buffer.from('Kính gửi chị Lan, báo giá tháng này. '.repeat(8_000));
    await blobs.put(bytes);
    await blobs.put(inPieces(bytes));
    const [kept] = await listed();
    expect(kept?.size).toBeLessThan(bytes.length / 10);
  });

  it('reads what was kept before blobs were compressed, and compresses nothing when told so', async () => {
    const bytes = Buffer.from('Kính gửi chị Lan, báo giá tháng này. '.repeat(8_000));
    const plain = await store.another({ compress: false });
    const { key } = await plain.put(bytes);
    expect(await listed()).toEqual([{ key, size: bytes.length }]);
    expect((await blobs.read(key)).equals(bytes)).toBe(true);
    expect((await collect(await blobs.open(key, { start: 5, end: 50 }))).equals(bytes.subarray(5, 50))).toBe(
      true,
    );
    await plain.close();
  });

  it('reads ranges of what was compressed in one piece', async () => {
    const bytes = Buffer.from(randomBytes(600_000).toString('base64'));
    const { key } = await blobs.put(bytes);
    const header = Buffer.alloc(16);
    PACKED.copy(header);
    header.writeBigUInt64BE(BigInt(bytes.length), 8);
    await store.replace(key, Buffer.concat([header, zstdCompressSync(bytes)]));
    expect((await blobs.read(key)).equals(bytes)).toBe(true);
    const range = await collect(await blobs.open(key, { start: 500_000, end: 600_000 }));
    expect(range.equals(bytes.subarray(500_000, 600_000))).toBe(true);
  });

  it('takes bytes that come in a stream for the first time', async () => {
    const bytes = randomBytes(200_000);
    const { key } = await blobs.put(inPieces(bytes));
    expect((await blobs.read(key)).equals(bytes)).toBe(true);
  });

  it('reads ranges with an exclusive end', async () => {
    const { key } = await blobs.put(Buffer.from('0123456789'));
    const read = async (start: number, end: number) =>
      (await collect(await blobs.open(key, { start, end }))).toString();
    expect(await read(0, 4)).toBe('0123');
    expect(await read(3, 4)).toBe('3');
    expect(await read(8, 100)).toBe('89');
    expect(await read(5, 5)).toBe('');
    expect(await read(10, 20)).toBe('');
  });

  it('says that a blob is missing, also for what is no key at all', async () => {
    await blobs.put(Buffer.from('another'));
    for (const key of ['0'.repeat(64), '', '../../../etc/passwd', 'A'.repeat(64), `${'0'.repeat(64)}/`]) {
      await expect(blobs.read(key)).rejects.toBeInstanceOf(BlobMissingError);
      await expect(blobs.open(key)).rejects.toBeInstanceOf(BlobMissingError);
      await expect(blobs.open(key, { start: 0, end: 0 })).rejects.toBeInstanceOf(BlobMissingError);
      expect(await blobs.stat(key)).toBeNull();
      expect(await blobs.removeStale(key, new Date(systemClock.now()))).toBe(true);
    }
  });

  it('keeps the same bytes once, also when they come at the same time', async () => {
    const bytes = randomBytes(8_192);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => blobs.put(n % 2 === 0 ? bytes : inPieces(bytes))),
    );
    expect(new Set(results.map(({ key }) => key)).size).toBe(1);
    expect(await listed()).toEqual([{ key: sha256(bytes), size: bytes.length }]);
  });

  it('lists every blob', async () => {
    const puts = await Promise.all(Array.from({ length: 40 }, (_, n) => blobs.put(Buffer.from(`blob ${n}`))));
    const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
    expect((await listed()).sort(byKey)).toEqual(puts.sort(byKey));
  });

  it('leaves nothing of bytes that break off', async () => {
    async function* broken() {
      yield randomBytes(100_000);
      throw new Error('the sender went away');
    }
    await expect(blobs.put(broken())).rejects.toThrow('the sender went away');
    expect(await listed()).toEqual([]);
  });

  it('removes what is stale and nothing else', async () => {
    const now = systemClock.now();
    const { key } = await blobs.put(Buffer.from('here'));
    expect(await blobs.removeStale(key, new Date(now - HOUR))).toBe(false);
    expect(await blobs.read(key)).toEqual(Buffer.from('here'));
    expect(await blobs.removeStale(key, new Date(now + HOUR))).toBe(true);
    await expect(blobs.read(key)).rejects.toBeInstanceOf(BlobMissingError);
    expect(await blobs.removeStale(key, new Date(now + HOUR))).toBe(true);
    await blobs.put(Buffer.from('here'));
    expect(await blobs.read(key)).toEqual(Buffer.from('here'));
  });

  it.each([
    ['small', 8_192],
    ['large', 1_500_000],
  ])('counts the age of a %s blob from the last time it was put', async (_name, size) => {
    const now = systemClock.now();
    const bytes = randomBytes(size);
    const { key } = await blobs.put(bytes);
    await store.age(key, new Date(now - 2 * HOUR));
    await blobs.put(bytes);
    expect(await blobs.removeStale(key, new Date(now - HOUR))).toBe(false);
    await store.age(key, new Date(now - 2 * HOUR));
    await blobs.put(inPieces(bytes));
    expect(await blobs.removeStale(key, new Date(now - HOUR))).toBe(false);
    await store.age(key, new Date(now - 2 * HOUR));
    expect(await blobs.removeStale(key, new Date(now - HOUR))).toBe(true);
  });

  it('never loses a blob that is put while it is being removed as stale', async () => {
    const stale = new Date(systemClock.now() - HOUR);
    const keys = new Map<BlobKey, Buffer>();
    for (let round = 0; round < races; round += 1) {
      const bytes = Buffer.from(`contended ${round}`);
      const { key } = await blobs.put(bytes);
      keys.set(key, bytes);
      await store.age(key, new Date(systemClock.now() - 2 * HOUR));
      const removing = [blobs.removeStale(key, stale), blobs.removeStale(key, stale)];
      for (let wait = 0; wait < round % 6; wait += 1) await blobs.stat(key);
      await Promise.all([blobs.put(bytes), ...removing]);
    }
    for (const [key, bytes] of keys) expect(await blobs.read(key)).toEqual(bytes);
  });

  it.each([
    ['of a few bytes', Buffer.from('chào chị Lan')],
    ['that is compressed', Buffer.from('Kính gửi chị Lan. '.repeat(9_000))],
    ['that is large', randomBytes(900_000)],
    ['that is large and compressed', Buffer.from(randomBytes(900_000).toString('base64'))],
  ])('a damaged blob %s is never given out, is set aside, and can be put again', async (_name, bytes) => {
    const told: BlobKey[] = [];
    blobs = await store.another({ onDamage: (key) => told.push(key) });
    const { key } = await blobs.put(bytes);
    expect(await blobs.verify(key)).toBe('sound');
    expect(await blobs.setAside(key)).toBe(false);
    const stored = await store.stored(key);
    for (const at of [0, Math.floor(stored.length / 2), stored.length - Math.ceil(stored.length / 100)]) {
      const broken = Buffer.from(stored);
      broken[at] = (broken[at] as number) ^ 4;
      await store.replace(key, broken);
      await expect(blobs.read(key)).rejects.toThrow(BlobDamagedError);
      await expect(blobs.open(key).then(collect)).rejects.toThrow(BlobDamagedError);
      expect(await blobs.verify(key)).toBe('damaged');
    }
    await store.replace(key, stored.subarray(0, Math.floor(stored.length * 0.7)));
    await expect(blobs.open(key).then(collect)).rejects.toThrow(BlobDamagedError);
    expect(new Set(told)).toEqual(new Set([key]));

    expect(await blobs.setAside(key)).toBe(true);
    expect(await blobs.verify(key)).toBe('missing');
    expect(await blobs.stat(key)).toBeNull();
    expect(await listed()).toEqual([]);
    await expect(blobs.read(key)).rejects.toThrow(BlobDamagedError);
    await expect(blobs.open(key, { start: 1, end: 3 })).rejects.toThrow(BlobDamagedError);
    await blobs.put(bytes);
    expect((await collect(await blobs.open(key))).equals(bytes)).toBe(true);
  });

  it('what was set aside is read again only where it is whole, and goes with its blob', async () => {
    const told: BlobKey[] = [];
    blobs = await store.another({ onDamage: (key) => told.push(key) });
    const bytes = Buffer.from('Kính gửi chị Lan. '.repeat(900));
    const { key } = await blobs.put(bytes);
    const stored = await store.stored(key);
    await expect(blobs.openAside(key)).rejects.toThrow(BlobMissingError);
    await store.replace(key, stored.subarray(1));
    expect(await blobs.setAside(key)).toBe(true);
    await expect(blobs.openAside(key).then(collect)).rejects.toThrow(BlobDamagedError);
    await store.replaceAside(key, stored);
    expect((await collect(await blobs.openAside(key))).equals(bytes)).toBe(true);
    expect(told).toEqual([]);

    await blobs.put(bytes);
    await store.age(key, new Date(systemClock.now() - 2 * HOUR));
    expect(await blobs.removeStale(key, new Date(systemClock.now() - HOUR))).toBe(true);
    await expect(blobs.openAside(key)).rejects.toThrow(BlobMissingError);
  });

  it('damage of a compressed part is noticed where only that part is read', async () => {
    const told: BlobKey[] = [];
    blobs = await store.another({ onDamage: (key) => told.push(key) });
    const { key } = await blobs.put(Buffer.from(randomBytes(900_000).toString('base64')));
    const stored = await store.stored(key);
    const at = Math.floor(stored.length * 0.98);
    stored[at] = (stored[at] as number) ^ 1;
    await store.replace(key, stored);
    await expect(blobs.open(key, { start: 1_100_000, end: 1_200_000 }).then(collect)).rejects.toThrow();
    expect(told).toEqual([key]);
  });

  it('lists from behind a key on, in order', async () => {
    for (let at = 0; at < 12; at += 1) await blobs.put(Buffer.from(`blob ${at}`));
    const all = (await listed()).map(({ key }) => key);
    expect(all).toEqual([...all].sort());
    const rest = [];
    for await (const { key } of blobs.list(all[4])) rest.push(key);
    expect(rest).toEqual(all.slice(5));
  });

  it('passes its own check, which leaves nothing behind', async () => {
    await blobs.check();
    expect(await listed()).toEqual([]);
  });
});

it.each(['ftp://x', '/var/blobs', 's3:mail', 's3://mail/folder', 's3://mail?regoin=x'])(
  'refuses to open %s',
  async (url) => {
    await expect(openBlobStore(url)).rejects.toThrow(url);
  },
);

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function inPieces(bytes: Buffer): Readable {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += 60_000)
    pieces.push(bytes.subarray(start, start + 60_000));
  return Readable.from(pieces);
}

async function collect(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}
