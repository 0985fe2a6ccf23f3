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

/** A blob up to here is read whole before the first byte is given out. */
const HELD_BYTES = 256 * 1024;

/**
 * A store that gives out nothing for good that is not. Who reads a large damaged blob from its beginning gets all but
 * its end, and an error. Of a part only the compressed frames are proved, by their checksums; the scrub reads the rest.
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
        // Its very first bytes can not be read.
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

/** The bytes of a stream as long as they may be those of the key; the last of them only once they are. */
export async function verifyStream(source: Readable, key: BlobKey, onDamage: () => void): Promise<Readable> {
  const hash = createHash('sha256');
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const held: Buffer[] = [];

  /** False at the end, where what was held is proved. */
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
  // Also where nobody began to read.
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

/** What the decompressor says of this machine, not of the bytes. */
const NOT_OF_THE_BYTES = ['Z_MEM_ERROR', 'ZSTD_error_memory_allocation', 'ZSTD_error_workSpace_tooSmall'];

/**
 * The disk can not read it, it can not be decompressed, or it is something else. A want of memory or descriptors, or a
 * store that does not answer in time, says nothing of the bytes.
 */
function isUnreadable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' &&
    !NOT_OF_THE_BYTES.includes(code) &&
    /^(EIO|ERR_BUFFER_TOO_LARGE|ERR_OUT_OF_RANGE|Z(STD)?_.*|BLOB_WRONG_BYTES)$/.test(code)
  );
}
