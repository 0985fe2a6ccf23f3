import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { SourceRange } from '../../platform/mime/body-sections.ts';
import type { MessageContent } from './message-contents.ts';

type Blobs = { blobs: BlobStore };

/** No honest header is longer. */
const HEADER_BYTES = 256 * 1024;

/** The header of a message, one character per byte; more of what follows may stand behind it. */
export async function readSourceHeader(deps: Blobs, blob: string, size: number): Promise<string> {
  return (await readRange(deps, blob, { start: 0, end: Math.min(size, HEADER_BYTES) })).toString('latin1');
}

export async function readHeaderAt(
  deps: Blobs,
  { blob }: MessageContent,
  { start, end }: SourceRange,
): Promise<string> {
  const bytes = await readRange(deps, blob, { start, end: Math.min(end, start + HEADER_BYTES) });
  return bytes.toString('latin1');
}

export async function readRange({ blobs }: Blobs, blob: string, range: SourceRange): Promise<Buffer> {
  if (range.start >= range.end) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for await (const piece of await blobs.open(blob, range)) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== range.end - range.start)
    throw new Error('a source is shorter than its structure says');
  return bytes;
}
