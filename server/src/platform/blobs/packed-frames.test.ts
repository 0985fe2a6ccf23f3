import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { HEADER_BYTES, pack, packedSize, unpackRange } from './packed-bytes.ts';
import { FRAME_BYTES, type Range } from './packed-frames.ts';

it('reads of a large blob only the frames that hold the range, and where they are', async () => {
  const bytes = Buffer.from(randomBytes(3_000_000).toString('base64'));
  const kept = Buffer.from(await pack(bytes, true));
  expect(packedSize(kept)).toBe(bytes.length);
  let read = 0;
  const stored = {
    async readLast(length: number) {
      read += length;
      return kept.subarray(-length);
    },
    async open({ start, end }: Range) {
      const part = kept.subarray(start, end);
      read += part.length;
      return Readable.from([part], { objectMode: false });
    },
  };
  for (const range of [
    { start: 3_500_000, end: 3_500_100 },
    { start: HEADER_BYTES, end: 60 },
    { start: bytes.length - 1, end: bytes.length },
  ]) {
    read = 0;
    const found = await buffer(await unpackRange(stored, bytes.length, range));
    expect(found.equals(bytes.subarray(range.start, range.end))).toBe(true);
    expect(read).toBeLessThan(FRAME_BYTES);
  }
});
