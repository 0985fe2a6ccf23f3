import { Readable } from 'node:stream';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { verifyPlace } from '../../platform/blobs/verify-place.ts';
import { openPlace } from '../../platform/mime/place-in-source.ts';
import type { ReadDb } from '../../tables.ts';
import { type ChunkRow, readChunks } from './chunks.store.ts';

export type ChunkDeps = { db: ReadDb; blobs: Pick<BlobStore, 'open'> };
/** `end` is exclusive. */
type ChunkRange = { start: number; end: number };

const CHUNKS_A_READ = 64;
const READ_AHEAD_BYTES = 64 * 1024;

/**
 * Streams a version, or a range of it: an index look-up finds its first chunk, and each chunk is opened when
 * the previous one was read. A missing chunk breaks the stream, so that a truncated file is not taken for a
 * complete one.
 */
export async function openChunks(
  deps: ChunkDeps,
  mailboxId: number,
  versionId: string,
  range: ChunkRange,
  /** The first chunks of the range, if already read. */
  known?: ChunkRow[],
): Promise<Readable> {
  if (range.end <= range.start) return Readable.from([]);
  const first =
    known ?? (await readChunks(deps.db, mailboxId, versionId, { from: range.start, limit: CHUNKS_A_READ }));
  // Opened eagerly, so that a lost chunk is detected before the response starts.
  const opening = await openChunk(deps, chunkAt(first[0], range.start), range);
  const stream = Readable.from(eachPart(deps, { mailboxId, versionId, range, first, opening }), {
    objectMode: false,
    highWaterMark: READ_AHEAD_BYTES,
  });
  stream.once('close', () => opening.destroy());
  return stream;
}

type Reading = {
  mailboxId: number;
  versionId: string;
  range: ChunkRange;
  first: ChunkRow[];
  opening: Readable;
};

async function* eachPart(
  deps: ChunkDeps,
  { mailboxId, versionId, range, first, opening }: Reading,
): AsyncGenerator<Buffer> {
  let chunks = first;
  let at = range.start;
  let opened: Readable | null = opening;
  while (at < range.end) {
    if (chunks.length === 0) {
      chunks = await readChunks(deps.db, mailboxId, versionId, { from: at, limit: CHUNKS_A_READ });
    }
    const chunk = chunkAt(chunks.shift(), at);
    const end = Math.min(range.end, chunk.start_at + chunk.size);
    let given = 0;
    for await (const part of opened ?? (await openChunk(deps, chunk, { start: at, end: range.end }))) {
      given += (part as Buffer).length;
      yield part as Buffer;
    }
    if (given !== end - at) throw new Error(`a chunk of version ${versionId} has ${given} bytes at ${at}`);
    at = end;
    opened = null;
  }
}

function chunkAt(chunk: ChunkRow | undefined, at: number): ChunkRow {
  if (chunk && chunk.start_at <= at && at < chunk.start_at + chunk.size) return chunk;
  throw new Error(`no chunk holds byte ${at}`);
}

async function openChunk(deps: ChunkDeps, chunk: ChunkRow, range: ChunkRange): Promise<Readable> {
  const start = Math.max(0, range.start - chunk.start_at);
  const end = Math.min(chunk.size, range.end - chunk.start_at);
  const { held, blob, size } = chunk;
  const part = start === 0 && end === size ? undefined : { start, end };
  if (held === null) return deps.blobs.open(blob, part);
  const bytes = await openPlace((stored) => deps.blobs.open(held.source, stored), held, size, part);
  return part === undefined ? verifyPlace(deps.blobs, bytes, { source: held.source, blob }) : bytes;
}

/** The bytes of chunks that were just written and are not referenced yet. */
export function openWritten({ blobs }: Pick<ChunkDeps, 'blobs'>, chunks: { blob: string }[]): Readable {
  async function* parts() {
    for (const { blob } of chunks) yield* await blobs.open(blob);
  }
  return Readable.from(parts(), { objectMode: false, highWaterMark: READ_AHEAD_BYTES });
}
