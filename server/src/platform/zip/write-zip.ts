import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { dataDescriptor, directoryEnd, directoryRecord, localHeader, type ZipEntry } from './zip-records.ts';

/** What goes into a zip: a file with its bytes, or a folder, which has none. */
export type ZipMember = ZipEntry & { bytes: Readable | null };

const READ_AHEAD_BYTES = 64 * 1024;

/** The list of contents is written at the end and kept until then: that of 100,000 entries with usual paths. */
const DIRECTORY_BYTES_AT_MOST = 32 * 1024 ** 2;

/**
 * One zip, written while it is read: the next member is asked for when the one before it was taken. Files are stored as
 * they are, because most are compressed already. Where something fails the stream breaks, so that half a zip is told
 * from a whole one.
 */
export function writeZip(members: AsyncIterable<ZipMember>): Readable {
  return Readable.from(eachPart(members), { objectMode: false, highWaterMark: READ_AHEAD_BYTES });
}

/** How long the zip of these will be. */
export function zipLength(entries: ZipEntry[]): number {
  let offset = 0;
  let size = 0;
  for (const entry of entries) {
    size += directoryRecord(entry, { offset, crc: 0 }).length;
    offset += localHeader(entry).length + entry.size + dataDescriptor(entry, 0).length;
  }
  return offset + size + directoryEnd({ entries: entries.length, offset, size }).length;
}

async function* eachPart(members: AsyncIterable<ZipMember>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let size = 0;
  let offset = 0;
  for await (const member of members) {
    const written = yield* memberParts(member);
    const record = directoryRecord(member, { offset, crc: written.crc });
    directory.push(record);
    size += record.length;
    offset += written.length;
    if (size > DIRECTORY_BYTES_AT_MOST) throw new Error(`a zip of more than ${directory.length} entries`);
  }
  yield* directory;
  yield directoryEnd({ entries: directory.length, offset, size });
}

async function* memberParts(member: ZipMember): AsyncGenerator<Buffer, { crc: number; length: number }> {
  const header = localHeader(member);
  const { bytes, size } = member;
  // Heard when its bytes are read: what fails before that is no stray error.
  bytes?.on('error', () => undefined);
  let crc = 0;
  let given = 0;
  try {
    yield header;
    if (bytes === null) return { crc, length: header.length };
    for await (const part of bytes as AsyncIterable<Buffer>) {
      crc = crc32(part, crc);
      given += part.length;
      yield part;
    }
    if (given !== size) throw new Error(`a file of ${size} bytes has ${given}`);
    const descriptor = dataDescriptor(member, crc);
    yield descriptor;
    return { crc, length: header.length + size + descriptor.length };
  } finally {
    // The reader may have left before it was read to its end, or at all.
    bytes?.destroy();
  }
}
