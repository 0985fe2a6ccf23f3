import { Readable } from 'node:stream';

/** Enough to recognise each type. */
const START_BYTES = 32;
const BMP_HEADERS = [12, 40, 52, 56, 64, 108, 124];

/** The type of a raster image, by its bytes; null for anything else, including SVG. */
export function imageType(start: Buffer): string | null {
  const text = (from: number, to: number) => start.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && /^(....)*avi[fs]/s.test(text(8, START_BYTES))) return 'image/avif';
  if (text(0, 4) === '\0\0\x01\0' && start.length >= 22) return 'image/x-icon';
  if (text(0, 2) === 'BM' && start.length >= 18 && BMP_HEADERS.includes(start.readUInt32LE(14))) {
    return 'image/bmp';
  }
  return null;
}

/** Reads the beginning of a stream; returns the complete stream, or destroys it when it is no image. */
export async function sniffImage(stream: Readable): Promise<{ type: string; stream: Readable } | null> {
  let start = Buffer.alloc(0);
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    start = Buffer.concat([start, chunk as Buffer]);
    if (start.length >= START_BYTES) break;
  }
  const type = imageType(start.subarray(0, START_BYTES));
  if (type === null) {
    stream.destroy();
    return null;
  }
  if (stream.readableEnded) return { type, stream: Readable.from([start]) };
  stream.unshift(start);
  return { type, stream };
}
