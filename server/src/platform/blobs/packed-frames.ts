import type { Readable } from 'node:stream';

export type Range = { start: number; end: number };

/** Random access to the stored bytes of a blob. */
export type StoredBytes = { readLast(bytes: number): Promise<Buffer>; open(range: Range): Promise<Readable> };

/** How much of a large blob is compressed as one frame. */
export const FRAME_BYTES = 256 * 1024;

/** A skippable frame of zstd, which decompressors ignore (RFC 8878 3.1.2). */
const PASSED_OVER = 0x184d2a5e;
const TABLE_HEAD_BYTES = 8;
const LENGTH_BYTES = 4;

/**
 * The frame table at the end: the length of each frame, so that a range is found without reading what
 * precedes it.
 */
export function frameTable(lengths: number[]): Buffer {
  const table = Buffer.alloc(tableBytes(lengths.length));
  table.writeUInt32LE(PASSED_OVER, 0);
  table.writeUInt32LE(table.length - TABLE_HEAD_BYTES, 4);
  for (const [at, length] of lengths.entries())
    table.writeUInt32LE(length, TABLE_HEAD_BYTES + at * LENGTH_BYTES);
  return table;
}

function tableBytes(frames: number): number {
  return TABLE_HEAD_BYTES + frames * LENGTH_BYTES;
}

/**
 * Which stored bytes contain a range of the blob, and the offset of the range within their decompressed form.
 * A blob stored in one piece is read from its beginning.
 */
export async function findFrames(
  stored: StoredBytes,
  { size, from }: { size: number; from: number },
  { start, end }: Range,
): Promise<{ stored: Range; within: Range }> {
  const whole = { stored: { start: from, end: Number.MAX_SAFE_INTEGER }, within: { start, end } };
  const frames = Math.ceil(size / FRAME_BYTES);
  if (frames < 2 || start >= size) return whole;
  const table = await readTable(stored, frames);
  if (table === null) return whole;
  const first = Math.floor(start / FRAME_BYTES);
  const last = Math.ceil(Math.min(end, size) / FRAME_BYTES);
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
  const begin = from + sum(table.slice(0, first));
  const skipped = first * FRAME_BYTES;
  return {
    stored: { start: begin, end: begin + sum(table.slice(first, last)) },
    within: { start: start - skipped, end: end - skipped },
  };
}

async function readTable(stored: StoredBytes, frames: number): Promise<number[] | null> {
  const length = tableBytes(frames);
  const table = await stored.readLast(length);
  const isTable =
    table.length === length &&
    table.readUInt32LE(0) === PASSED_OVER &&
    table.readUInt32LE(4) === length - TABLE_HEAD_BYTES;
  if (!isTable) return null;
  return Array.from({ length: frames }, (_, at) => table.readUInt32LE(TABLE_HEAD_BYTES + at * LENGTH_BYTES));
}
