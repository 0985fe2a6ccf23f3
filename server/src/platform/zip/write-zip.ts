import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { dataDescriptor, directoryEnd, directoryRecord, localHeader, type ZipEntry } from './zip-records.ts';

/** A member of a zip: a file with its bytes, or a folder without any. */
export type ZipMember = ZipEntry & { bytes: Readable | null };
/** A file that is compressed, of whatever size it will be. */
export type DeflatedMember = Pick<ZipEntry, 'path' | 'modifiedAt'> & { deflate: AsyncIterable<Buffer> };

const READ_AHEAD_BYTES = 64 * 1024;

/**
 * The central directory is written at the end and buffered until then: this is enough for 100,000 entries
 * with usual paths.
 */
const DIRECTORY_BYTES_AT_MOST = 32 * 1024 ** 2;

/**
 * A streamed zip: the next member is requested when the previous one was consumed. Files are stored
 * uncompressed, because most are compressed already, but for those that say otherwise. On a failure the stream breaks, so
 * that a truncated zip is recognisable.
 */
export function writeZip(members: AsyncIterable<ZipMember | DeflatedMember>): Readable {
  return Readable.from(eachPart(members), { objectMode: false, highWaterMark: READ_AHEAD_BYTES });
}

/** The size of the zip of these entries. */
export function zipLength(entries: ZipEntry[]): number {
  let offset = 0;
  let size = 0;
  for (const entry of entries) {
    size += directoryRecord(entry, { offset, crc: 0 }).length;
    offset += localHeader(entry).length + entry.size + dataDescriptor(entry, 0).length;
  }
  return offset + size + directoryEnd({ entries: entries.length, offset, size }).length;
}

async function* eachPart(members: AsyncIterable<ZipMember | DeflatedMember>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let size = 0;
  let offset = 0;
  for await (const member of members) {
    const written = yield* 'deflate' in member ? deflatedParts(member) : memberParts(member);
    const record = directoryRecord(written.entry, { offset, crc: written.crc });
    directory.push(record);
    size += record.length;
    offset += written.length;
    if (size > DIRECTORY_BYTES_AT_MOST) throw new Error(`a zip of more than ${directory.length} entries`);
  }
  yield* directory;
  yield directoryEnd({ entries: directory.length, offset, size });
}

type WrittenMember = { entry: ZipEntry; crc: number; length: number };

async function* memberParts(member: ZipMember): AsyncGenerator<Buffer, WrittenMember> {
  const header = localHeader(member);
  const { bytes, size } = member;
  // The error surfaces when its bytes are read; until then it must not count as unhandled.
  bytes?.on('error', () => undefined);
  let crc = 0;
  let given = 0;
  try {
    yield header;
    if (bytes === null) return { entry: member, crc, length: header.length };
    for await (const part of bytes as AsyncIterable<Buffer>) {
      crc = crc32(part, crc);
      given += part.length;
      yield part;
    }
    if (given !== size) throw new Error(`a file of ${size} bytes has ${given}`);
    const descriptor = dataDescriptor(member, crc);
    yield descriptor;
    return { entry: member, crc, length: header.length + size + descriptor.length };
  } finally {
    // The reader may have stopped before its end, or before reading at all.
    bytes?.destroy();
  }
}

/** Packed outside this thread, a chunk at a time, and no faster than the reader takes it. */
async function* deflatedParts({
  path,
  modifiedAt,
  deflate,
}: DeflatedMember): AsyncGenerator<Buffer, WrittenMember> {
  const entry = { path, modifiedAt, size: 0, packedSize: 0 };
  let crc = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of deflate) {
      crc = crc32(part, crc);
      entry.size += part.length;
      yield part;
    }
  }
  const header = localHeader(entry);
  yield header;
  // A failure of the source surfaces where the packed bytes are read.
  const packed = pipeline(
    Readable.from(counted(), { objectMode: false, highWaterMark: READ_AHEAD_BYTES }),
    createDeflateRaw(),
    () => undefined,
  );
  try {
    for await (const part of packed as AsyncIterable<Buffer>) {
      entry.packedSize += part.length;
      yield part;
    }
  } finally {
    packed.destroy();
  }
  const descriptor = dataDescriptor(entry, crc);
  yield descriptor;
  return { entry, crc, length: header.length + entry.packedSize + descriptor.length };
}
