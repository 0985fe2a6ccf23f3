import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdDecompress, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { FRAME_BYTES, findFrames, frameTable, type Range, type StoredBytes } from './packed-frames.ts';

/**
 * The stored form of a blob: its plain bytes, or compressed behind a header of magic number and size. A large
 * blob is compressed in frames, so that a range can be read without what precedes it. Both forms can always
 * be read. Bytes that begin with the magic number are always packed, so no content can pass itself off as
 * packed.
 */
const SIGN = Buffer.from('4b1dbca3f7e2910c', 'hex');
export const HEADER_BYTES = SIGN.length + 8;

/** A smaller file takes a whole disk block either way. */
const WORTH_PACKING_BYTES = 4096;
/** What hardly shrinks is faster to read uncompressed. */
const WORTH_KEEPING = 0.9;
/** The size of one chunk: each chunk is a round trip to another thread. */
const PIECE_BYTES = 256 * 1024;
/** Up to this size a round trip to another thread takes longer than the work itself. */
const AT_ONCE_BYTES = 64 * 1024;

/** Each frame has a checksum, so that damage is noticed even when only part of a blob is read. */
const COMPRESSED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

const compressApart = promisify(zstdCompress);
const decompressApart = promisify(zstdDecompress);

/** The bytes to store. */
export async function pack(bytes: Uint8Array, compresses: boolean): Promise<Uint8Array> {
  const isSigned = beginsWithSign(bytes);
  if ((!compresses || bytes.length < WORTH_PACKING_BYTES) && !isSigned) return bytes;
  const packed = await compress(bytes);
  const isWorth = packed.length <= bytes.length * WORTH_KEEPING;
  return isWorth || isSigned ? Buffer.concat([header(bytes.length), packed]) : bytes;
}

async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length <= AT_ONCE_BYTES) return zstdCompressSync(bytes, COMPRESSED);
  return Buffer.concat(await Array.fromAsync(inFrames([bytes])));
}

/** Compresses each frame on its own and appends the frame table. */
async function* inFrames(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const lengths: number[] = [];
  let gathered: Uint8Array[] = [];
  let missing = FRAME_BYTES;
  async function frame(): Promise<Uint8Array> {
    const packed = await compressApart(Buffer.concat(gathered), COMPRESSED);
    lengths.push(packed.length);
    gathered = [];
    missing = FRAME_BYTES;
    return packed;
  }
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + missing);
      gathered.push(part);
      at += part.length;
      missing -= part.length;
      if (missing === 0) yield await frame();
    }
  }
  if (gathered.length > 0 || lengths.length === 0) yield await frame();
  if (lengths.length > 1) yield frameTable(lengths);
}

/** The header in front of compressed bytes of the given size. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  SIGN.copy(bytes);
  bytes.writeBigUInt64BE(BigInt(size), SIGN.length);
  return bytes;
}

/** The uncompressed size that a header states; null for bytes that are stored uncompressed. */
export function packedSize(start: Uint8Array): number | null {
  if (start.length < HEADER_BYTES || !beginsWithSign(start)) return null;
  return Number(Buffer.from(start.buffer, start.byteOffset, start.length).readBigUInt64BE(SIGN.length));
}

function beginsWithSign(bytes: Uint8Array): boolean {
  return SIGN.equals(bytes.subarray(0, SIGN.length));
}

export async function unpack(stored: Buffer): Promise<Buffer> {
  const size = packedSize(stored);
  if (size === null) return stored;
  const bytes = await decompressApart(stored.subarray(HEADER_BYTES), { maxOutputLength: Math.max(1, size) });
  if (bytes.length !== size) {
    const message = `A packed blob has ${bytes.length} bytes instead of ${size}`;
    throw Object.assign(new Error(message), { code: 'ZSTD_SIZE' });
  }
  return bytes;
}

/** The bytes of a range out of packed bytes, reading as few of them as possible. */
export async function unpackRange(stored: StoredBytes, size: number, range: Range): Promise<Readable> {
  const frames = await findFrames(stored, { size, from: HEADER_BYTES }, range);
  return unpackStream(await stored.open(frames.stored), frames.within);
}

/** The bytes of a range out of compressed bytes. */
export function unpackStream(compressed: Readable, range: Range | undefined): Readable {
  const bytes = createZstdDecompress({ chunkSize: PIECE_BYTES });
  // The callback has nothing to add: an error of either stream surfaces on the one that is read.
  pipeline(compressed, bytes, () => undefined);
  if (range === undefined) return bytes;
  const part = Readable.from(slice(bytes, range), { objectMode: false });
  // Also when nothing was read yet.
  part.once('close', () => bytes.destroy());
  return part;
}

/** The bytes of a stored blob whose header has not been read yet. */
export async function unpackFirst(stored: AsyncIterable<Uint8Array>): Promise<Readable> {
  const source = stored[Symbol.asyncIterator]();
  const beginning = await readBeginning(source, HEADER_BYTES);
  const rest = { [Symbol.asyncIterator]: () => source };
  const isPacked = packedSize(beginning) !== null;
  const bytes = Readable.from(both(isPacked ? beginning.subarray(HEADER_BYTES) : beginning, rest), {
    objectMode: false,
  });
  return isPacked ? unpackStream(bytes, undefined) : bytes;
}

async function* slice(bytes: AsyncIterable<Buffer>, { start, end }: Range) {
  let at = 0;
  for await (const piece of bytes) {
    const from = Math.max(0, start - at);
    const to = Math.min(piece.length, end - at);
    if (from < to) yield piece.subarray(from, to);
    at += piece.length;
    if (at >= end) return;
  }
}

export type PackedStream = {
  /** To be written in this order. */
  pieces: AsyncIterable<Uint8Array>;
  /**
   * Available once all pieces are written: what replaces the first bytes, or null when they are final
   * already.
   */
  header(): Buffer | null;
};

/** Like `pack`, for a stream; `seen` receives each chunk as it arrives. */
export function packStream(
  bytes: AsyncIterable<Uint8Array>,
  compress: boolean,
  seen: (piece: Uint8Array) => void,
): PackedStream {
  let size = 0;
  let isPacked = false;
  async function* told() {
    for await (const piece of bytes) {
      seen(piece);
      size += piece.length;
      yield piece;
    }
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const source = told();
    const beginning = await readBeginning(source, AT_ONCE_BYTES);
    isPacked = (compress && isWorthPacking(beginning)) || beginsWithSign(beginning);
    if (!isPacked) {
      yield beginning;
      yield* source;
      return;
    }
    yield Buffer.alloc(HEADER_BYTES);
    yield* inFrames(both(beginning, source));
  }
  return { pieces: pieces(), header: () => (isPacked ? header(size) : null) };
}

/** Reads at least the given number of bytes, unless there are fewer. */
async function readBeginning(source: AsyncIterator<Uint8Array>, least: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let length = 0; length < least; ) {
    const { value, done } = await source.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  return Buffer.concat(pieces);
}

function isWorthPacking(beginning: Buffer): boolean {
  if (beginning.length < WORTH_PACKING_BYTES) return false;
  const sample = beginning.subarray(0, AT_ONCE_BYTES);
  return zstdCompressSync(sample).length <= sample.length * WORTH_KEEPING;
}

async function* both(beginning: Buffer, rest: AsyncIterable<Uint8Array>) {
  yield beginning;
  yield* rest;
}
