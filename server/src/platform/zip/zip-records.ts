/** A file or a folder in a zip; the path of a folder ends with a slash. */
export type ZipEntry = {
  path: string;
  size: number;
  /** The bytes that it takes deflated; it is stored as it is where they are left out. */
  packedSize?: number;
  /** Unix seconds. */
  modifiedAt: number;
};

/** The offset of an entry in the zip, and the checksum of its bytes. */
type Written = { offset: number; crc: number };

// From here on a number goes into a field of 8 bytes (zip64, APPNOTE.TXT 4.5.3), and this into its usual
// place.
const TOO_LARGE = 0xffffffff;
const TOO_MANY = 0xffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_BY_UNIX = (3 << 8) | 63;
/** Names are UTF-8; the size and checksum of a file follow its bytes. */
const FOLDER_FLAGS = 1 << 11;
const FILE_FLAGS = FOLDER_FLAGS | (1 << 3);
const FOLDER_MODE = 0o40775;
const FILE_MODE = 0o100664;
const STORED = 0;
const DEFLATED = 8;

function packedSizeOf({ size, packedSize = size }: ZipEntry): number {
  return packedSize;
}

function methodOf({ packedSize }: ZipEntry): number {
  return packedSize === undefined ? STORED : DEFLATED;
}

function isFolder({ path }: ZipEntry): boolean {
  return path.endsWith('/');
}

/** The header before the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.path);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(isFolder(entry) ? FOLDER_FLAGS : FILE_FLAGS, 6);
  header.writeUInt16LE(methodOf(entry), 8);
  header.writeUInt32LE(dosTime(entry.modifiedAt), 10);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** The record after the bytes of a file; omitted for a folder, where some programs do not expect it. */
export function dataDescriptor(entry: ZipEntry, crc: number): Buffer {
  if (isFolder(entry)) return Buffer.alloc(0);
  const { size } = entry;
  const packed = packedSizeOf(entry);
  const isLarge = Math.max(size, packed) >= TOO_LARGE;
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(packed), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

/** The central directory record of an entry. */
export function directoryRecord(entry: ZipEntry, { offset, crc }: Written): Buffer {
  const name = Buffer.from(entry.path);
  const packed = packedSizeOf(entry);
  const isLarge = Math.max(entry.size, packed, offset) >= TOO_LARGE;
  const extra = Buffer.concat([
    exactTime(entry.modifiedAt),
    isLarge ? largeNumbers({ size: entry.size, packed, offset }) : Buffer.alloc(0),
  ]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX, 4);
  record.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION, 6);
  record.writeUInt16LE(isFolder(entry) ? FOLDER_FLAGS : FILE_FLAGS, 8);
  record.writeUInt16LE(methodOf(entry), 10);
  record.writeUInt32LE(dosTime(entry.modifiedAt), 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(isLarge ? TOO_LARGE : packed, 20);
  record.writeUInt32LE(isLarge ? TOO_LARGE : entry.size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt16LE(isFolder(entry) ? FOLDER_MODE : FILE_MODE, 40);
  record.writeUInt32LE(isLarge ? TOO_LARGE : offset, 42);
  return Buffer.concat([record, name, extra]);
}

/** The end of the zip, after its central directory. */
export function directoryEnd(directory: { entries: number; offset: number; size: number }): Buffer {
  const { entries, offset, size } = directory;
  const isLarge = entries >= TOO_MANY || offset >= TOO_LARGE || size >= TOO_LARGE;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, TOO_MANY), 8);
  end.writeUInt16LE(Math.min(entries, TOO_MANY), 10);
  end.writeUInt32LE(Math.min(size, TOO_LARGE), 12);
  end.writeUInt32LE(Math.min(offset, TOO_LARGE), 16);
  return isLarge ? Buffer.concat([largeEnd(directory), end]) : end;
}

function largeEnd({ entries, offset, size }: { entries: number; offset: number; size: number }): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(record.length - 12), 4);
  record.writeUInt16LE(MADE_BY_UNIX, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function largeNumbers({ size, packed, offset }: Record<'size' | 'packed' | 'offset', number>): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(extra.length - 4, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  return extra;
}

/** The time in seconds as UTC, as Info-ZIP writes it; the central directory has only the modification time. */
function exactTime(modifiedAt: number): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(extra.length - 4, 2);
  extra.writeUInt8(3, 4);
  extra.writeInt32LE(Math.min(modifiedAt, 0x7fffffff), 5);
  return extra;
}

/**
 * The time of day in local time, with the date in the upper bits: years from 1980 to 2107, in steps of two
 * seconds.
 */
function dosTime(modifiedAt: number): number {
  const at = new Date(modifiedAt * 1000);
  const year = at.getFullYear();
  if (year < 1980 || year > 2107) return ((1 << 5) | 1) << 16;
  const day = ((year - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return day * 0x10000 + time;
}
