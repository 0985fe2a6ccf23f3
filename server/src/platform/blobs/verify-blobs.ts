import { createHash } from 'node:crypto';
import { errorMonitor } from 'node:events';
import { Readable } from 'node:stream';
import {
  BlobDamagedError,
  type BlobKey,
  BlobMissingError,
  type BlobStore,
  type KeptBlobs,
  type Pace,
} from './blob-store.ts';
import { hashBytes } from './hash-bytes.ts';

/** Blobs up to this size are read completely before the first byte is returned. */
const HELD_BYTES = 256 * 1024;

/**
 * Wraps a store so that it never returns a damaged blob as a complete one. A reader of a large damaged blob
 * from its beginning gets all but its end, and then an error. For a range, only the checksums of compressed
 * frames are verified; the scrub reads the rest.
 */
export function verifyBlobs(kept: KeptBlobs, onDamage: (key: BlobKey) => void = () => undefined): BlobStore {
  async function proved<Result>(key: BlobKey, reading: Promise<Result>): Promise<Result> {
    try {
      return await reading;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      onDamage(key);
      throw damaged(key, error);
    }
  }

  return {
    ...kept,
    read: (key) => proved(key, readWhole(kept, key)),
    async open(key, range) {
      const bytes = await proved(key, kept.open(key, range));
      if (range === undefined) return verifyStream(bytes, key, () => onDamage(key));
      return bytes.once(errorMonitor, (error) => {
        if (isUnreadable(error)) onDamage(key);
      });
    },
    async verify(key, pace) {
      try {
        if ((await kept.stat(key)) === null) return 'missing';
        return (await isSound(() => kept.open(key), key, pace)) ? 'sound' : 'damaged';
      } catch (error) {
        if (error instanceof BlobMissingError) return 'missing';
        // Not even the first bytes can be read.
        if (isUnreadable(error)) return 'damaged';
        throw error;
      }
    },
    setAside: (key) => kept.setAside(key, (open) => isSound(open, key)),
    async openAside(key) {
      try {
        return await verifyStream(await kept.openAside(key), key, () => undefined);
      } catch (error) {
        throw isUnreadable(error) ? damaged(key, error) : error;
      }
    },
  };
}

async function readWhole(kept: KeptBlobs, key: BlobKey): Promise<Buffer> {
  const bytes = await kept.read(key);
  if ((await hashBytes(bytes)) !== key) throw wrongBytes();
  return bytes;
}

/**
 * Passes the bytes of a stream on while they may match the key; the last ones only after the hash has
 * matched.
 */
export async function verifyStream(source: Readable, key: BlobKey, onDamage: () => void): Promise<Readable> {
  const hash = createHash('sha256');
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const held: Buffer[] = [];

  /** False at the end, after the bytes held back were verified. */
  async function holdNext(): Promise<boolean> {
    try {
      const { value, done } = await pieces.next();
      if (done && hash.digest('hex') !== key) throw wrongBytes();
      if (done) return false;
      hash.update(value);
      held.push(value);
      return true;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      onDamage();
      throw damaged(key, error);
    }
  }

  async function* rest() {
    do {
      while (held.length > 1) yield held.shift();
    } while (await holdNext());
    yield* held;
  }

  for (let length = 0; length < HELD_BYTES; length += held.at(-1)?.length ?? 0) {
    if (!(await holdNext())) return Readable.from(held, { objectMode: false });
  }
  const bytes = Readable.from(rest(), { objectMode: false });
  // Also when nothing was read yet.
  bytes.once('close', () => source.destroy());
  return bytes;
}

async function isSound(open: () => Promise<Readable>, key: BlobKey, pace?: Pace): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const piece of await open()) {
      hash.update(piece);
      await pace?.(piece.length);
    }
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
  return hash.digest('hex') === key;
}

function wrongBytes(): Error {
  return Object.assign(new Error('The hash is another one'), { code: 'BLOB_WRONG_BYTES' });
}

function damaged(key: BlobKey, cause: unknown): BlobDamagedError {
  return new BlobDamagedError(`Blob ${key} is damaged: ${(cause as Error).message}`, { cause });
}

/** Errors of the decompressor that describe this machine, not the bytes. */
const NOT_OF_THE_BYTES = ['Z_MEM_ERROR', 'ZSTD_error_memory_allocation', 'ZSTD_error_workSpace_tooSmall'];

/**
 * Whether the disk cannot read the blob or it cannot be decompressed or recognised. Lack of memory or file
 * descriptors, or a timeout of the store, says nothing about the bytes.
 */
function isUnreadable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' &&
    !NOT_OF_THE_BYTES.includes(code) &&
    /^(EIO|ERR_BUFFER_TOO_LARGE|ERR_OUT_OF_RANGE|Z(STD)?_.*|BLOB_WRONG_BYTES)$/.test(code)
  );
}
