import { LIMITS } from '@bocau/contract/limits.ts';
import { expect, test, vi } from 'vitest';
import { type BlobStore, BlobStoreFullError } from '../../platform/blobs/blob-store.ts';
import { type WrittenChunk, writeChunks } from './write-chunks.ts';

const CHUNK = LIMITS.driveChunkBytes;

/** A disk whose chunks become durable, or fail, on the test's command; their bytes are read as they arrive. */
function slowDisk() {
  const chunks: { size: number; makeDurable(): void; fail(error: Error): void }[] = [];
  const put: BlobStore['put'] = (bytes) => {
    const blob = `chunk ${chunks.length}`;
    const { promise: durable, resolve, reject } = Promise.withResolvers<void>();
    const chunk = { size: 0, makeDurable: resolve, fail: reject };
    chunks.push(chunk);
    const read = async () => {
      for await (const part of bytes as AsyncIterable<Uint8Array>) chunk.size += part.length;
    };
    return Promise.all([durable, read()]).then(() => ({ key: blob, size: chunk.size }));
  };
  return { chunks, blobs: { put } };
}

async function* zeros(count: number, end: Promise<void> = Promise.resolve()): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < count; sent += CHUNK / 2) yield new Uint8Array(Math.min(CHUNK / 2, count - sent));
  await end;
}

test('chunks are kept in their order, and a third never begins before the first is durable', async () => {
  const { chunks, blobs } = slowDisk();
  const kept: WrittenChunk[] = [];
  const writing = writeChunks({ blobs }, zeros(2 * CHUNK + 5), { keep: (chunk) => void kept.push(chunk) });
  await vi.waitFor(() => expect(chunks[1]?.size).toBe(CHUNK));
  chunks[1]?.makeDurable();
  await new Promise(setImmediate);
  expect([chunks.length, kept]).toEqual([2, []]);
  chunks[0]?.makeDurable();
  await vi.waitFor(() => expect(chunks[2]?.size).toBe(5));
  chunks[2]?.makeDurable();
  const sizes = [CHUNK, CHUNK, 5];
  expect(await writing).toEqual(sizes.map((size, number) => ({ size, blob: `chunk ${number}` })));
  expect(kept).toEqual(await writing);
});

test('what becomes durable after the bytes broke off is kept before that is answered', async () => {
  const { chunks, blobs } = slowDisk();
  const kept: WrittenChunk[] = [];
  const cut = Promise.withResolvers<void>();
  const bytes = zeros(CHUNK + CHUNK / 2, cut.promise);
  const writing = writeChunks({ blobs }, bytes, { keep: (chunk) => void kept.push(chunk) });
  const keptThen = writing.then(Object, ({ message }) => [message, [...kept]]);
  await vi.waitFor(() => expect(chunks[1]?.size).toBe(CHUNK / 2));
  cut.reject(new Error('cut'));
  await new Promise(setImmediate);
  chunks[0]?.makeDurable();
  chunks[1]?.makeDurable();
  expect(await keptThen).toEqual(['cut', [{ size: CHUNK, blob: 'chunk 0' }]]);
});

test('a store that fills up refuses the bytes for now, and what came before is kept', async () => {
  const { chunks, blobs } = slowDisk();
  const kept: WrittenChunk[] = [];
  const bytes = zeros(CHUNK + CHUNK / 2, new Promise(() => undefined));
  const writing = writeChunks({ blobs }, bytes, { keep: (chunk) => void kept.push(chunk) });
  const keptThen = writing.then(Object, ({ code }) => [code, [...kept]]);
  await vi.waitFor(() => expect(chunks[1]?.size).toBe(CHUNK / 2));
  chunks[1]?.fail(new BlobStoreFullError('full'));
  await new Promise(setImmediate);
  chunks[0]?.makeDurable();
  expect(await keptThen).toEqual(['service_unavailable', [{ size: CHUNK, blob: 'chunk 0' }]]);
});

test('nothing is kept behind a chunk that could not be kept', async () => {
  const { chunks, blobs } = slowDisk();
  const kept: number[] = [];
  const keep = ({ size }: WrittenChunk) => {
    kept.push(size);
    throw new Error('lost');
  };
  const writing = writeChunks({ blobs }, zeros(CHUNK + 5), { keep });
  const refused = expect(writing).rejects.toThrow('lost');
  await vi.waitFor(() => expect(chunks[1]?.size).toBe(5));
  for (const chunk of chunks) chunk.makeDurable();
  await refused;
  expect(kept).toEqual([CHUNK]);
});
