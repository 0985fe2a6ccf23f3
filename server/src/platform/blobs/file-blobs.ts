import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  type Dirent,
  fdatasync,
  futimesSync,
  open as openCallback,
  type Stats,
  write,
  writev,
} from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Clock } from '../clock.ts';
import { freeBytes } from '../free-bytes.ts';
import { isBlobKey } from './blob-key.ts';
import {
  BlobDamagedError,
  type BlobKey,
  BlobMissingError,
  BlobStoreFullError,
  type KeptBlobs,
  type PutOptions,
} from './blob-store.ts';
import { createFolderSync } from './folder-sync.ts';
import { hashBytes } from './hash-bytes.ts';
import {
  HEADER_BYTES,
  pack,
  packedSize,
  packStream,
  unpack,
  unpackRange,
  unpackStream,
} from './packed-bytes.ts';
import type { Range, StoredBytes } from './packed-frames.ts';
import { createSettledFolders } from './settled-folders.ts';

// Raw file descriptors, because every round trip through the thread pool counts on the hot path of small
// blobs.
const openFile = promisify(openCallback);
const writeFile = promisify(write);
const writeVector = promisify(writev);
const dataSync = promisify(fdatasync);

const TEMPORARY = 'tmp';
const OWNER = 'installation';
/** The folder for damaged blobs, by key. */
const ASIDE = 'damaged';
/** The size of one write: each write is a round trip to another thread. */
const WRITTEN_BYTES = 256 * 1024;
/** For smaller blobs, checking whether they exist costs more than writing them again. */
const WORTH_A_LOOK_BYTES = 32 * 1024;
/** A temporary file last written this long ago is an orphan of a dead process. */
const ABANDONED_MS = 60 * 60 * 1000;
const REMOVING = /^removing-([0-9a-f]{64})-/;

/**
 * Stores blobs as files `ab/c/abc…` in 4,096 folders: a few thousand blobs have created them all, and even
 * millions leave each folder small. A file gets its name only after its bytes are durable, so every named
 * file is complete.
 */
export async function openFileBlobs(options: {
  dir: string;
  clock: Clock;
  compress: boolean;
}): Promise<KeptBlobs> {
  const { clock, compress } = options;
  const root = resolve(options.dir);
  const temporary = join(root, TEMPORARY);
  const folders = createFolderSync();
  const { settle, forget } = createSettledFolders(root, folders);
  const ownName = `${process.pid}-${randomBytes(6).toString('hex')}`;
  let counter = 0;

  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await folders.sync(root);
  await folders.sync(dirname(root));
  await sweep();

  function pathOf(key: BlobKey): string {
    return join(root, key.slice(0, 2), key.slice(2, 3), key);
  }

  function pathAside(key: BlobKey): string {
    return join(root, ASIDE, key);
  }

  function temporaryPath(purpose: string): string {
    counter += 1;
    return join(temporary, `${purpose}-${ownName}-${counter}`);
  }

  async function put(bytes: Uint8Array | AsyncIterable<Uint8Array>, { frees = false }: PutOptions = {}) {
    // When all bytes are in memory the key is known first, so a large blob that exists is not written again.
    if (bytes instanceof Uint8Array) {
      const key = await hashBytes(bytes);
      const there = bytes.length >= WORTH_A_LOOK_BYTES && (await refresh(key));
      if (there) return { key, size: bytes.length };
      await withTemporary(async (file) => {
        await file.write(await pack(bytes, compress));
        await file.keepAs(key);
      });
      return { key, size: bytes.length };
    }
    return await withTemporary(async (file) => {
      const hash = createHash('sha256');
      let size = 0;
      const packed = packStream(bytes, compress, (piece) => {
        hash.update(piece);
        size += piece.length;
      });
      // One part is written while the next one is received.
      let writing: Promise<void> | null = null;
      try {
        for await (const part of gather(packed.pieces)) {
          await writing;
          writing = frees ? file.append(part).then(() => part.forEach(freeBytes)) : file.append(part);
          writing.catch(() => undefined);
        }
      } finally {
        await writing;
      }
      const header = packed.header();
      if (header) await file.write(header, 0);
      const key = hash.digest('hex');
      if (!(await refresh(key))) await file.keepAs(key);
      return { key, size };
    });
  }

  type TemporaryFile = {
    write(bytes: Uint8Array, at?: number): Promise<void>;
    append(pieces: Uint8Array[]): Promise<void>;
    keepAs(key: BlobKey): Promise<void>;
  };

  async function withTemporary<Result>(work: (file: TemporaryFile) => Promise<Result>): Promise<Result> {
    const path = temporaryPath('put');
    let kept = false;
    try {
      const fd = await openFile(path, 'wx', 0o600);
      try {
        return await work({
          async write(bytes, at) {
            for (let done = 0; done < bytes.length; ) {
              const position = at === undefined ? null : at + done;
              done += (await writeFile(fd, bytes, done, bytes.length - done, position)).bytesWritten;
            }
          },
          async append(pieces) {
            for (let left = pieces; left.length > 0; )
              left = behind(left, (await writeVector(fd, left)).bytesWritten);
          },
          async keepAs(key) {
            await dataSync(fd);
            await keep(path, key);
            kept = true;
            // Until it has its name its age is by the clock of the disk: a process whose clock is ahead would sweep it.
            const now = clock.now() / 1000;
            futimesSync(fd, now, now);
          },
        });
      } finally {
        // The bytes are durable or discarded by now, so closing does not wait for the disk.
        closeSync(fd);
        if (!kept) await rm(path, { force: true });
      }
    } catch (error) {
      if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) {
        throw new BlobStoreFullError(`No room left for blobs in ${root}`, { cause: error });
      }
      throw error;
    }
  }

  /** Replaces an existing file with the same bytes; open readers keep reading the old one. */
  async function keep(path: string, key: BlobKey): Promise<void> {
    const target = pathOf(key);
    const folder = dirname(target);
    try {
      await rename(path, target);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      // This is the first blob of its folder, or somebody removed empty folders, whose re-creation is not
      // durable yet.
      forget(folder);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(path, target);
    }
    await settle(folder);
  }

  /** True when the blob exists; its bytes were durable before it got its name. */
  async function refresh(key: BlobKey): Promise<boolean> {
    const path = pathOf(key);
    const now = clock.now() / 1000;
    try {
      await utimes(path, now, now);
      // Check that it is still in place: then `removeStale`, which moves it away first, will see the new age.
      await stat(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    await settle(dirname(path));
    return true;
  }

  async function statOrNull(path: string): Promise<Stats | null> {
    try {
      return await stat(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async function removeStale(key: BlobKey, olderThan: Date): Promise<boolean> {
    if (!isBlobKey(key)) return true;
    const path = pathOf(key);
    const before = await statOrNull(path);
    if (before === null) {
      await rm(pathAside(key), { force: true });
      return true;
    }
    if (before.mtimeMs > olderThan.getTime()) return false;
    const aside = temporaryPath(`removing-${key}`);
    try {
      await rename(path, aside);
      const moved = await stat(aside);
      if (moved.mtimeMs > olderThan.getTime()) {
        await rename(aside, path);
        await settle(dirname(path));
        return false;
      }
      await unlink(aside);
      await rm(pathAside(key), { force: true });
    } catch (error) {
      // Another process also removes it, or a starting process restored what it took for an interrupted
      // removal.
      if (codeOf(error) !== 'ENOENT') throw error;
      return (await statOrNull(path)) === null;
    }
    return true;
  }

  async function openHandle(key: BlobKey) {
    if (!isBlobKey(key)) throw new BlobMissingError(`No blob has the key ${JSON.stringify(key)}`);
    const path = pathOf(key);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await open(path, 'r');
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        if (attempt === 2) throw await whyAbsent(key, error);
        // `removeStale` may be restoring it right now.
        await new Promise((resume) => setImmediate(resume));
      }
    }
  }

  async function whyAbsent(key: BlobKey, cause: unknown): Promise<BlobMissingError> {
    if ((await statOrNull(pathAside(key))) === null)
      return new BlobMissingError(`Blob ${key} is not in ${root}`, { cause });
    return new BlobDamagedError(`Blob ${key} was damaged, and is in ${join(root, ASIDE)}`, { cause });
  }

  async function setAside(
    key: BlobKey,
    isSound: (open: () => Promise<Readable>) => Promise<boolean>,
  ): Promise<boolean> {
    if (!isBlobKey(key)) return false;
    const folder = join(root, ASIDE);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await folders.sync(root);
    try {
      await rename(pathOf(key), pathAside(key));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    // It may just have been put again. A blob that could not be read for lack of memory must be restored too.
    let belongsBack = true;
    try {
      belongsBack = await isSound(() => openAside(key));
    } finally {
      if (belongsBack) await putBack(pathAside(key), pathOf(key));
      await folders.sync(folder);
      await settle(dirname(pathOf(key)));
    }
    return !belongsBack;
  }

  /** Restores the blob unless other bytes have taken its place meanwhile. */
  async function putBack(aside: string, path: string): Promise<void> {
    try {
      await link(aside, path);
      await rm(aside, { force: true });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      // The file system has no hard links.
      await rename(aside, path);
    }
  }

  async function openAside(key: BlobKey): Promise<Readable> {
    try {
      return await openStored(await open(pathAside(key), 'r'));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new BlobMissingError(`Nothing of blob ${key} was set aside in ${root}`, { cause: error });
    }
  }

  async function openBlob(key: BlobKey, range?: Range): Promise<Readable> {
    return openStored(await openHandle(key), range);
  }

  async function openStored(handle: FileHandle, range?: Range): Promise<Readable> {
    try {
      const packed = await sizeWhenPacked(handle);
      if (range !== undefined && range.end <= range.start) {
        await handle.close();
        return Readable.from([]);
      }
      if (packed !== null && range !== undefined)
        return await unpackRange(storedBytes(handle), packed, range);
      if (packed !== null) return unpackStream(handle.createReadStream({ start: HEADER_BYTES }), undefined);
      return handle.createReadStream(range && { start: range.start, end: range.end - 1 });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  function storedBytes(handle: FileHandle): StoredBytes {
    return {
      async readLast(bytes) {
        const { size } = await handle.stat();
        const { buffer, bytesRead } = await handle.read(
          Buffer.alloc(bytes),
          0,
          bytes,
          Math.max(0, size - bytes),
        );
        return buffer.subarray(0, bytesRead);
      },
      open: async ({ start, end }) => handle.createReadStream({ start, end: end - 1 }),
    };
  }

  async function sizeWhenPacked(handle: FileHandle): Promise<number | null> {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return packedSize(buffer.subarray(0, bytesRead));
  }

  async function read(key: BlobKey): Promise<Buffer> {
    const handle = await openHandle(key);
    try {
      return await unpack(await handle.readFile());
    } finally {
      await handle.close();
    }
  }

  async function statBlob(key: BlobKey): Promise<{ size: number; modifiedAt: Date } | null> {
    const handle = await openHandle(key).catch((error: unknown) => {
      if (error instanceof BlobMissingError) return null;
      throw error;
    });
    if (handle === null) return null;
    try {
      const { size, mtime } = await handle.stat();
      return { size: (await sizeWhenPacked(handle)) ?? size, modifiedAt: mtime };
    } finally {
      await handle.close();
    }
  }

  async function* list(after = '') {
    for (const first of await hexFolders(root)) {
      if (first < after.slice(0, 2)) continue;
      for (const second of await hexFolders(join(root, first))) {
        if (first + second < after.slice(0, 3)) continue;
        for (const key of (await readdir(join(root, first, second))).sort()) {
          const found = isBlobKey(key) && key > after ? await statOrNull(pathOf(key)) : null;
          if (found) yield { key, size: found.size, modifiedAt: found.mtime };
        }
      }
    }
  }

  async function check(): Promise<void> {
    const sample = randomBytes(16);
    const path = temporaryPath('check');
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.write(sample);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      if (!sample.equals(await readFile(path))) throw new Error(`${path} does not hold what was written`);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Garbage collection after kills: removes half-written files, restores blobs whose removal was interrupted. */
  async function sweep(): Promise<void> {
    for (const name of await readdir(temporary)) {
      const path = join(temporary, name);
      const [, key] = REMOVING.exec(name) ?? [];
      try {
        if (key !== undefined) {
          await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
          await rename(path, pathOf(key));
          await settle(dirname(pathOf(key)));
        } else if ((await stat(path)).mtimeMs < clock.now() - ABANDONED_MS) {
          await rm(path);
        }
      } catch (error) {
        // Its owner is alive and was faster, or the file system is read-only, as a folder of backups may be.
        if (!['ENOENT', 'EROFS'].includes(codeOf(error))) throw error;
      }
    }
  }

  async function readOwner(): Promise<string | null> {
    try {
      return (await readFile(join(root, OWNER), 'utf8')).trim();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async function writeOwner(id: string): Promise<void> {
    const path = temporaryPath('owner');
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(`${id}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(path, join(root, OWNER));
    await folders.sync(root);
  }

  return {
    put,
    open: openBlob,
    read,
    stat: statBlob,
    removeStale,
    setAside,
    openAside,
    list,
    readOwner,
    writeOwner,
    check,
    close: async () => undefined,
  };
}

async function hexFolders(path: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(path, { withFileTypes: true });
  return entries.flatMap((entry) => (/^[0-9a-f]{1,2}$/.test(entry.name) ? [entry.name] : [])).sort();
}

/** Groups chunks until a write is worth its round trip. */
async function* gather(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    gathered.push(piece);
    length += piece.length;
    if (length < WRITTEN_BYTES) continue;
    yield gathered;
    gathered = [];
    length = 0;
  }
  if (length > 0) yield gathered;
}

/** What follows the first `written` bytes. */
function behind(pieces: Uint8Array[], written: number): Uint8Array[] {
  let left = written;
  return pieces.flatMap((piece) => {
    const done = Math.min(left, piece.length);
    left -= done;
    return done === piece.length ? [] : [piece.subarray(done)];
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
