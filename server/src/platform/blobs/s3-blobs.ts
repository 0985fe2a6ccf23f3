import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Clock } from '../clock.ts';
import { isBlobKey } from './blob-key.ts';
import {
  BlobDamagedError,
  type BlobKey,
  BlobMissingError,
  BlobStoreFullError,
  type KeptBlobs,
} from './blob-store.ts';
import { hashBytes } from './hash-bytes.ts';
import { HEADER_BYTES, pack, packedSize, packStream, unpackFirst, unpackRange } from './packed-bytes.ts';
import type { Range } from './packed-frames.ts';
import { parseS3Url } from './s3-url.ts';

/** Up to this size, uploading again is cheaper than checking whether the blob exists. */
const SEND_AGAIN_BYTES = 1024 ** 2;
const ATTEMPTS = 4;
const REQUEST_TIMEOUT_MS = 30_000;
const REMOVAL_POLL_MS = 50;
/** Longer than the clock skew between this machine and the store may be. */
const YOUNG_MS = 60_000;
/** Longer than all retries of one delete: an older mark is an orphan of a dead remover. */
const REMOVAL_ABANDONED_MS = 5 * 60 * 1000;
const FULL_CODES = ['QuotaExceeded', 'ServiceQuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];

/** A request body: its stored length, its hash, and the length of the blob itself. */
type Body = { stored: number; hash: string; size: number; open(): Uint8Array | Readable };

/** The object that names the installation that owns the blobs. */
const OWNER = 'installation';

/** The uncompressed size of a blob that is stored compressed. */
const SIZE_METADATA = 'blob-size';

/**
 * Blobs as objects `prefix` + key. S3 can't delete on the condition that an object is still old, so
 * `removeStale` first announces itself with a marker object `removing/KEY/…`, then looks at the age, and
 * removes the marker at the end. `put` looks for markers after it has refreshed the age: either the remover
 * sees the new age, or `put` sees the marker, waits, and checks the outcome.
 */
export async function openS3Blobs(options: {
  url: string;
  clock: Clock;
  credentials: S3ClientConfig['credentials'] | null;
  compress: boolean;
}): Promise<KeptBlobs> {
  const { clock, credentials, compress } = options;
  const { bucket, endpoint, region, prefix } = parseS3Url(options.url);
  const s3 = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: 5_000 },
    maxAttempts: ATTEMPTS,
    // The signature covers our own SHA-256; many S3-compatible stores cannot handle checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  function named(key: string): { Bucket: string; Key: string } {
    return { Bucket: bucket, Key: `${prefix}${key}` };
  }

  async function put(bytes: Uint8Array | AsyncIterable<Uint8Array>) {
    if (bytes instanceof Uint8Array) {
      const key = await hashBytes(bytes);
      const packed = await pack(bytes, compress);
      const hash = packed === bytes ? key : await hashBytes(packed);
      await store(key, { stored: packed.length, hash, size: bytes.length, open: () => packed });
      return { key, size: bytes.length };
    }
    const folder = await mkdtemp(join(tmpdir(), 'bocau-blob-'));
    try {
      const path = join(folder, 'bytes');
      const { key, ...body } = await spool(bytes, path, compress);
      await store(key, { ...body, open: () => createReadStream(path) });
      return { key, size: body.size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function store(key: BlobKey, body: Body): Promise<void> {
    do {
      if (body.stored <= SEND_AGAIN_BYTES || !(await refresh(key))) await send(key, body);
      await removalsOver(key);
    } while ((await head(key)) === null);
  }

  async function send(key: BlobKey, body: Body): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const bytes = body.open();
      const command = new PutObjectCommand({
        ...named(key),
        Body: bytes,
        ContentLength: body.stored,
        Metadata: { [SIZE_METADATA]: String(body.size) },
        ContentType: 'application/octet-stream',
      });
      command.middlewareStack.add(
        (next) => (args) => {
          (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = body.hash;
          return next(args);
        },
        { step: 'build', name: 'knownPayloadHash' },
      );
      try {
        await s3.send(command);
        return;
      } catch (error) {
        if (isFull(error))
          throw new BlobStoreFullError(`No room left for blobs in ${bucket}`, { cause: error });
        // The SDK has already retried; only a stream has to be opened again by us.
        const another = bytes instanceof Readable && attempt < ATTEMPTS && isPassing(error);
        if (!another) throw error;
      }
      await clock.sleep(100 * 2 ** attempt);
    }
  }

  async function refresh(key: BlobKey): Promise<boolean> {
    const before = await head(key);
    if (before === null) return false;
    const { Bucket, Key } = named(key);
    try {
      const { CopyObjectResult } = await s3.send(
        new CopyObjectCommand({
          Bucket,
          Key,
          CopySource: copySource({ Bucket, Key }),
          // A copy onto itself is refused unless it changes something.
          MetadataDirective: 'REPLACE',
          Metadata: { [SIZE_METADATA]: String(before.size) },
          ContentType: 'application/octet-stream',
        }),
      );
      // Some S3-compatible stores keep the old age; then the bytes are uploaded again.
      const modifiedAt = CopyObjectResult?.LastModified ?? before.modifiedAt;
      return modifiedAt.getTime() > before.modifiedAt.getTime();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function head(key: string): Promise<{ size: number; modifiedAt: Date } | null> {
    try {
      const found = await s3.send(new HeadObjectCommand(named(key)));
      const size = found.Metadata?.[SIZE_METADATA] ?? found.ContentLength ?? 0;
      return { size: Number(size), modifiedAt: found.LastModified ?? new Date(0) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function removalsOver(key: BlobKey): Promise<void> {
    for (;;) {
      const marks = await s3.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}removing/${key}/` }),
      );
      const abandonedBefore = clock.now() - REMOVAL_ABANDONED_MS;
      const alive = (marks.Contents ?? []).filter(
        (mark) => (mark.LastModified?.getTime() ?? 0) > abandonedBefore,
      );
      if (alive.length === 0) return;
      await clock.sleep(REMOVAL_POLL_MS);
    }
  }

  async function removeStale(key: BlobKey, olderThan: Date): Promise<boolean> {
    if (!isBlobKey(key)) return true;
    const first = await head(key);
    if (first !== null && !isStale(first.modifiedAt, olderThan)) return false;
    const isGone =
      first === null ||
      (await announcing(key, async () => {
        const announced = await head(key);
        if (announced === null) return true;
        if (!isStale(announced.modifiedAt, olderThan)) return false;
        await s3.send(new DeleteObjectCommand(named(key)));
        return true;
      }));
    if (isGone) await s3.send(new DeleteObjectCommand(named(asideOf(key))));
    return isGone;
  }

  /** A concurrent `put` of the blob waits until the work is done and then checks the outcome. */
  async function announcing<Result>(key: BlobKey, work: () => Promise<Result>): Promise<Result> {
    const mark = named(`removing/${key}/${randomUUID()}`);
    await s3.send(new PutObjectCommand({ ...mark, Body: 'removing' }));
    try {
      return await work();
    } finally {
      await s3.send(new DeleteObjectCommand(mark));
    }
  }

  async function openBlob(key: BlobKey, range?: Range): Promise<Readable> {
    if (!isBlobKey(key)) throw new BlobMissingError(`No blob has the key ${JSON.stringify(key)}`);
    const empty = range !== undefined && range.end <= range.start;
    try {
      if (empty && (await head(key)) !== null) return Readable.from([]);
      if (range === undefined || empty) return await unpackFirst(await get(key));
      // A range of compressed bytes maps to other stored bytes; the first bytes tell whether the blob is
      // compressed.
      const size = packedSize(await buffer(await get(key, rangeOf({ start: 0, end: HEADER_BYTES }))));
      if (size === null) return await get(key, rangeOf(range));
      const stored = {
        readLast: async (bytes: number) => buffer(await get(key, `bytes=-${bytes}`)),
        open: (part: Range) => get(key, rangeOf(part)),
      };
      return await unpackRange(stored, size, range);
    } catch (error) {
      if (statusOf(error) === 416) return Readable.from([]);
      if (isMissing(error)) throw await whyAbsent(key, error);
      throw error;
    }
  }

  async function whyAbsent(key: BlobKey, cause: unknown): Promise<BlobMissingError> {
    if ((await head(asideOf(key))) === null)
      return new BlobMissingError(`Blob ${key} is not in ${bucket}`, { cause });
    return new BlobDamagedError(`Blob ${key} was damaged, and is ${asideOf(key)} in ${bucket}`, { cause });
  }

  /**
   * The removal of a blob that took long to read is announced only after the read: a `put` in between changes
   * the age, and the blob is read again.
   */
  async function setAside(
    key: BlobKey,
    isSound: (open: () => Promise<Readable>) => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      const before = isBlobKey(key) ? await head(key) : null;
      if (before === null || (await isSound(() => openBlob(key)))) return false;
      const isAside = await announcing(key, async () => {
        const announced = await head(key);
        // S3 reports ages in whole seconds, so an equal age does not prove that such a young blob is
        // unchanged.
        const isSame = announced?.modifiedAt.getTime() === before.modifiedAt.getTime();
        const isYoung = before.modifiedAt.getTime() + YOUNG_MS > clock.now();
        if (!isSame || (isYoung && (await isSound(() => openBlob(key))))) return false;
        await s3.send(new CopyObjectCommand({ ...named(asideOf(key)), CopySource: copySource(named(key)) }));
        await s3.send(new DeleteObjectCommand(named(key)));
        return true;
      });
      if (isAside) return true;
    }
  }

  async function openAside(key: BlobKey): Promise<Readable> {
    try {
      return await unpackFirst(await get(asideOf(key)));
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new BlobMissingError(`Nothing of blob ${key} was set aside in ${bucket}`, { cause: error });
    }
  }

  async function get(key: string, range?: string): Promise<Readable> {
    const { Body } = await s3.send(new GetObjectCommand({ ...named(key), Range: range }));
    if (!(Body instanceof Readable)) throw new Error(`S3 answered blob ${key} without a body`);
    return Body;
  }

  async function read(key: BlobKey): Promise<Buffer> {
    return buffer(await openBlob(key));
  }

  async function* list(after?: BlobKey) {
    const StartAfter = after && named(after).Key;
    let next: string | undefined;
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, StartAfter, ContinuationToken: next }),
      );
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (isBlobKey(key)) yield { key, size: Size, modifiedAt: LastModified };
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  async function check(): Promise<void> {
    const sample = named(`check/${randomUUID()}`);
    await s3.send(new PutObjectCommand({ ...sample, Body: sample.Key }));
    const { Body } = await s3.send(new GetObjectCommand(sample));
    const text = await Body?.transformToString();
    await s3.send(new DeleteObjectCommand(sample));
    if (text !== sample.Key) throw new Error(`${bucket} does not hold what was written`);
  }

  async function readOwner(): Promise<string | null> {
    try {
      return (await buffer(await get(OWNER))).toString('utf8').trim();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function writeOwner(id: string): Promise<void> {
    await s3.send(new PutObjectCommand({ ...named(OWNER), Body: `${id}\n` }));
  }

  return {
    put,
    open: openBlob,
    read,
    stat: async (key) => (isBlobKey(key) ? head(key) : null),
    removeStale,
    setAside,
    openAside,
    list,
    readOwner,
    writeOwner,
    check,
    close: async () => s3.destroy(),
  };
}

/** The key under which a damaged blob is kept. */
function asideOf(key: BlobKey): string {
  return `damaged/${key}`;
}

function copySource({ Bucket, Key }: { Bucket: string; Key: string }): string {
  return [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/');
}

function rangeOf({ start, end }: Range): string {
  return `bytes=${start}-${end - 1}`;
}

/** S3 needs the length and the hash before the first byte. */
async function spool(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  compress: boolean,
): Promise<{ key: BlobKey } & Omit<Body, 'open'>> {
  const hash = createHash('sha256');
  let size = 0;
  const packed = packStream(bytes, compress, (piece) => {
    hash.update(piece);
    size += piece.length;
  });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of packed.pieces) await file.writeFile(piece);
    const header = packed.header();
    if (header) await file.write(header, 0, header.length, 0);
  } catch (error) {
    if (isFull(error)) throw new BlobStoreFullError('No room left to receive a blob', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
  const key = hash.digest('hex');
  return { key, size, ...(packed.header() ? await hashFile(path) : { stored: size, hash: key }) };
}

async function hashFile(path: string): Promise<{ stored: number; hash: string }> {
  const hash = createHash('sha256');
  let stored = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece);
    stored += piece.length;
  }
  return { stored, hash: hash.digest('hex') };
}

/** S3 reports ages in whole seconds, rounded down. */
function isStale(modifiedAt: Date, olderThan: Date): boolean {
  return modifiedAt.getTime() + 1000 <= olderThan.getTime();
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** The object is missing, not the bucket: a missing bucket is a configuration error. */
function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

function isFull(error: unknown): boolean {
  const { code, name } = error as NodeJS.ErrnoException;
  return statusOf(error) === 507 || FULL_CODES.includes(name) || code === 'ENOSPC' || code === 'EDQUOT';
}

/** A transient server error or broken connection: the next attempt may succeed. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}
