import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import { systemClock } from '../clock.ts';

export type TestS3Server = {
  url: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The next requests fail with this status. */
  fail(count: number, status: number): void;
  /** Delays each request from now on by this time. */
  delay(ms: number): void;
  /** Sets the age of an object. */
  age(key: string, modifiedAt: Date): Promise<void>;
  /** Replaces the bytes of an object. */
  replace(key: string, bytes: Buffer): Promise<void>;
  stored(key: string): Promise<Buffer>;
  close(): Promise<void>;
};

/** What S3rver keeps its objects in. */
type Store = {
  getResourcePath(bucket: string, key: string, resource: 'object'): string;
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
  putObject(object: {
    bucket: string;
    key: string;
    content: AsyncIterable<Buffer> | Buffer;
    metadata: object;
  }): Promise<{ size: number; md5: string }>;
};

const BUCKET = 'mail';
const PREFIX = 'blobs/of/tests';

/** An S3 server on loopback that stores files, behind a proxy that can fail and delay requests. */
export async function startTestS3Server(): Promise<TestS3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'bocau-s3-'));
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  writeBeforeAnswering((s3 as unknown as { store: Store }).store, directory);
  const { port } = await s3.run();
  let failures = 0;
  let failureStatus = 503;
  let delayMs = 0;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (failures > 0) {
      failures -= 1;
      incoming.resume();
      outgoing.writeHead(failureStatus).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const inner = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on('error', () => outgoing.destroy());
    // Without this, the server would wait forever for the rest of a body from a killed client.
    incoming.once('close', () => {
      if (!incoming.complete) inner.destroy();
    });
    if (delayMs === 0) incoming.pipe(inner);
    else systemClock.after(delayMs, () => void incoming.pipe(inner));
  }

  const door: Server = createServer(pass);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return {
    url: `s3://${BUCKET}?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1&prefix=${PREFIX}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    fail(count, status) {
      failures = count;
      failureStatus = status;
    },
    delay(ms) {
      delayMs = ms;
    },
    async age(key, modifiedAt) {
      await utimes(join(directory, BUCKET, PREFIX, `${key}._S3rver_object`), modifiedAt, modifiedAt);
    },
    async replace(key, bytes) {
      await writeFile(join(directory, BUCKET, PREFIX, `${key}._S3rver_object`), bytes);
    },
    stored: (key) => readFile(join(directory, BUCKET, PREFIX, `${key}._S3rver_object`)),
    async close() {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      await s3.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** S3rver answers while the last bytes of an object may not be in its file; S3 shows it once it is whole. */
function writeBeforeAnswering(store: Store, directory: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const coming = join(directory, `coming-${randomUUID()}`);
    const hash = createHash('md5');
    let size = 0;
    await pipeline(
      Buffer.isBuffer(content) ? [content] : content,
      async function* (pieces) {
        for await (const piece of pieces) {
          hash.update(piece);
          size += piece.length;
          yield piece;
        }
      },
      createWriteStream(coming),
    );
    const path = store.getResourcePath(bucket, key, 'object');
    await mkdir(dirname(path), { recursive: true });
    await rename(coming, path);
    const md5 = hash.digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size, md5 };
  };
}
