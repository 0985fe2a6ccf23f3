import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { type BlobStore, BlobStoreFullError } from './blob-store.ts';
import { openBlobStore } from './open-blob-store.ts';
import { openS3Blobs } from './s3-blobs.ts';
import { parseS3Url } from './s3-url.ts';
import { startTestS3Server, type TestS3Server } from './test-s3-server.ts';

let server: TestS3Server;
let blobs: BlobStore;

beforeEach(async () => {
  server = await startTestS3Server();
  blobs = await openBlobStore(server.url, { credentials: server.credentials });
});

afterEach(async () => {
  await blobs.close();
  await server.close();
});

it('gets over passing errors of the server, for bytes and for streams', async () => {
  const bytes = randomBytes(2_000_000);
  server.fail(2, 503);
  const { key } = await blobs.put(Buffer.from('small'));
  server.fail(2, 500);
  expect(await blobs.read(key)).toEqual(Buffer.from('small'));
  // The first request checks whether the blob exists; the SDK retries that one, we retry the stream.
  server.fail(3, 503);
  const large = await blobs.put(Readable.from([bytes]));
  expect((await blobs.read(large.key)).equals(bytes)).toBe(true);
});

it('says that the store is full when S3 says so', async () => {
  server.fail(100, 507);
  await expect(blobs.put(Buffer.from('small'))).rejects.toBeInstanceOf(BlobStoreFullError);
});

it('fails its check without the bucket or with unknown credentials', async () => {
  const unknown = { ...server.credentials, accessKeyId: 'unknown' };
  const stranger = await openBlobStore(server.url, { credentials: unknown });
  await expect(stranger.check()).rejects.toThrow();
  const noBucket = await openBlobStore(server.url.replace('s3://mail', 's3://none'), {
    credentials: server.credentials,
  });
  await expect(noBucket.check()).rejects.toThrow();
  await expect(noBucket.read('0'.repeat(64))).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

it('waits for a removal under way, but not for one whose process died long ago', async () => {
  const { key } = await blobs.put(Buffer.from('contended'));
  const mark = `removing/${key}/someone`;
  await putObject(mark);
  let done = false;
  const putting = blobs.put(Buffer.from('contended')).then(() => {
    done = true;
  });
  // The child's upload is finished once the age is new; then it waits.
  for (let n = 0; n < 20; n += 1) await blobs.stat(key);
  expect(done).toBe(false);
  await server.age(mark, new Date(systemClock.now() - 3600_000));
  await putting;
  expect(await blobs.read(key)).toEqual(Buffer.from('contended'));
});

it('keeps a blob that is put again after it was read and before it is set aside', async () => {
  const { url, credentials } = server;
  const kept = await openS3Blobs({ url, credentials, clock: systemClock, compress: true });
  const bytes = Buffer.from('contended');
  const { key } = await blobs.put(bytes);
  const found: boolean[] = [];
  for (const age of [60_000, 3600_000]) {
    await server.replace(key, Buffer.from('spoiled!!'));
    await server.age(key, new Date(systemClock.now() - age));
    const wasSetAside = await kept.setAside(key, async (open) => {
      const isSound = bytes.equals(await buffer(await open()));
      found.push(isSound);
      if (!isSound) await blobs.put(bytes);
      return isSound;
    });
    expect(wasSetAside).toBe(false);
    expect(await blobs.read(key)).toEqual(bytes);
  }
  expect(found).toEqual([false, true, false, true]);
  await kept.close();
});

it('holds up who puts a blob that is being set aside, who then stores it again', async () => {
  const { url, credentials } = server;
  const kept = await openS3Blobs({ url, credentials, clock: systemClock, compress: true });
  const bytes = Buffer.from('contended');
  const { key } = await blobs.put(bytes);
  let putting: Promise<unknown> | null = null;
  let reads = 0;
  expect(
    await kept.setAside(key, async () => {
      reads += 1;
      // A young blob is read again after its removal was announced.
      if (reads === 2) putting = blobs.put(bytes);
      return false;
    }),
  ).toBe(true);
  await putting;
  expect(await blobs.read(key)).toEqual(bytes);
  await kept.close();
});

async function putObject(key: string): Promise<void> {
  const { bucket, endpoint = '', region, prefix } = parseS3Url(server.url);
  const s3 = new S3Client({ region, endpoint, forcePathStyle: true, credentials: server.credentials });
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}${key}`, Body: 'mark' }));
  s3.destroy();
}
