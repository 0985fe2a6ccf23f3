import { Readable } from 'node:stream';
import type { BinaryItem } from '../../platform/imap/fetch-items.ts';
import { serializeLiteral } from '../../platform/imap/serialize.ts';
import { partEncoding, sectionRange } from '../../platform/mime/body-sections.ts';
import { decodeStream, isDecodable } from '../../platform/mime/decode-stream.ts';
import { type MessageContent, rootOf } from './message-contents.ts';
import { Refusal } from './refusal.ts';
import type { Session } from './session.ts';

/** Longer values go to the client as they are read. */
export const IN_MEMORY_BYTES = 256 * 1024;

/** A value that is not held in memory; `head` says how long it is. */
export type LongValue = { head: string; size: number; open(): Promise<AsyncIterable<Buffer>> };

type Bytes = AsyncIterable<Buffer>;

/** A part without its transfer encoding (RFC 3516). Its length is known once all of it was decoded. */
export async function binaryValue(
  session: Session,
  { name, path, partial, label }: BinaryItem,
  content: MessageContent,
): Promise<string | LongValue> {
  const root = rootOf(content);
  const range = sectionRange(root, { path, of: null });
  if (range === null) return `${label} ${name === 'BINARY.SIZE' ? '0' : 'NIL'}`;
  const encoding = partEncoding(root, path);
  if (!isDecodable(encoding)) throw new Refusal('UNKNOWN-CTE', 'The encoding of this part is not known');
  const open = async (): Promise<Bytes> => {
    if (range.start >= range.end) return Readable.from([]);
    const decoded = decodeStream(await session.deps.blobs.open(content.blob, range), encoding);
    return partial === null ? decoded : clip(decoded, partial);
  };
  const { size, hasNul, bytes } = await measure(await open());
  if (name === 'BINARY.SIZE') return `${label} ${size}`;
  // A NUL byte may stand in a literal8 only.
  const mark = hasNul ? '~' : '';
  if (bytes !== null) return `${label} ${mark}${serializeLiteral(bytes.toString('latin1'))}`;
  return { head: `${label} ${mark}{${size}}`, size, open };
}

/** `bytes` is null where there are more than are held in memory. */
async function measure(stream: Bytes): Promise<{ size: number; hasNul: boolean; bytes: Buffer | null }> {
  let size = 0;
  let hasNul = false;
  let pieces: Buffer[] = [];
  for await (const piece of stream) {
    size += piece.length;
    hasNul ||= piece.includes(0);
    if (size > IN_MEMORY_BYTES) pieces = [];
    else pieces.push(piece);
  }
  return { size, hasNul, bytes: size > IN_MEMORY_BYTES ? null : Buffer.concat(pieces) };
}

async function* clip(stream: Bytes, { start, count }: { start: number; count: number }): Bytes {
  let at = 0;
  for await (const piece of stream) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, start + count - at));
    if (part.length > 0) yield part;
    at += piece.length;
    if (at >= start + count) return;
  }
}
