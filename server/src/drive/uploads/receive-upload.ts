import { createHash } from 'node:crypto';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { DriveDeps } from '../change-drive.ts';
import {
  type ChunkRow,
  insertChunks,
  readChunks,
  releaseBlobs,
  removeChunksFrom,
} from '../chunks/chunks.store.ts';
import { type WrittenChunk, writeChunks } from '../chunks/write-chunks.ts';
import { expiryFrom } from './create-upload.ts';
import type { Leased } from './upload-lease.ts';
import { moveReceived } from './uploads.store.ts';

export type UploadDeps = DriveDeps & { blobs: BlobStore };
const CHUNK = LIMITS.driveChunkBytes;

/** The expected hash of one call's bytes. */
export type Checksum = { algorithm: string; digest: Buffer };

/**
 * Receives the bytes that follow those already received, and returns the new total. Each chunk counts once it
 * is durable, so that an interrupted client resends at most one chunk. A call that ends within a chunk leaves
 * a piece of it, and the call that fills the chunk merges its pieces. With a checksum, either the whole call
 * counts or none of it.
 */
export async function receiveUpload(
  deps: UploadDeps,
  { upload, lease }: Leased,
  bytes: AsyncIterable<Uint8Array>,
  checksum: Checksum | null,
): Promise<number> {
  const pieces = await readPieces(deps, upload);
  const again = piecesToRewrite(pieces);
  const standing = pieces.slice(0, pieces.length - again.length);
  const hash = checksum && createHash(checksum.algorithm);
  let room = upload.size - upload.received;
  let received = upload.received;
  let end = again[0]?.start_at ?? upload.received;
  const first = (pieces[0]?.start_at ?? end) + CHUNK - end;

  async function* source() {
    yield* bytesOf(deps, again);
    for await (const part of bytes) {
      room -= part.length;
      if (room < 0) throw new Failure('too_large', 'More bytes came than the upload was to have');
      hash?.update(part);
      yield part;
    }
  }

  async function count(chunks: WrittenChunk[]): Promise<void> {
    const from = received;
    let rows = chunks.map(({ size, blob }) => {
      const row: ChunkRow = { start_at: end, size, blob, held: null };
      end += size;
      return row;
    });
    if (end === from) return;
    const merged = await mergePieces(deps, upload, [...standing, ...rows.slice(0, 1)]);
    const spare = merged ? rows.slice(0, 1).map(({ blob }) => blob) : [];
    if (merged) {
      rows = [merged, ...rows.slice(1)];
      standing.length = 0;
    }
    await inTransaction(deps.db, async (tx) => {
      const now = unixSeconds(deps.clock);
      const move = { lease, from, to: end, expiresAt: expiryFrom(now) };
      // First, because everyone else waits for this row.
      if (!(await moveReceived(tx, upload, move))) throw lost();
      const replaced = rows[0]?.start_at ?? from;
      if (replaced < from) await removeChunksFrom(tx, upload.mailbox_id, upload.id, replaced, now);
      await insertChunks(tx, upload.mailbox_id, upload.id, rows);
      if (spare.length > 0) await releaseBlobs(tx, spare, now);
    });
    received = end;
  }

  const options = { first, frees: true };
  if (hash === null || checksum === null) {
    await writeChunks(deps, source(), { ...options, keep: (chunk) => count([chunk]) });
    return received;
  }
  const written: WrittenChunk[] = [];
  try {
    await writeChunks(deps, source(), { ...options, keep: (chunk) => void written.push(chunk) });
    if (!hash.digest().equals(checksum.digest)) {
      throw new Failure('checksum_mismatch', 'The bytes do not have the checksum');
    }
    await count(written);
    return received;
  } catch (error) {
    const blobs = written.map(({ blob }) => blob);
    await inTransaction(deps.db, (tx) => releaseBlobs(tx, blobs, unixSeconds(deps.clock)));
    throw error;
  }
}

/** An upper bound: each piece is at least twice as long as all that follow it, except the last. */
const PIECES_AT_MOST = 64;

/** The pieces that calls have left of the unfinished chunk. */
async function readPieces(
  { db }: UploadDeps,
  { mailbox_id, id, received }: Leased['upload'],
): Promise<ChunkRow[]> {
  const start = received - (received % CHUNK);
  if (start === received) return [];
  const rows = await readChunks(db, mailbox_id, id, { from: start, limit: PIECES_AT_MOST });
  return rows.filter(({ start_at }) => start_at >= start);
}

/**
 * The last pieces to be rewritten with what follows them: those not much longer than what is after them. So
 * pieces stay few, and no byte is rewritten often, however small the calls are.
 */
function piecesToRewrite(pieces: ChunkRow[]): ChunkRow[] {
  let first = pieces.length;
  let behind = 0;
  for (const [index, { size }] of [...pieces.entries()].reverse()) {
    if (size < 2 * behind) first = index;
    behind += size;
  }
  return pieces.slice(first);
}

/** Merges the pieces into one chunk, when the last one completes the chunk or the upload. */
async function mergePieces(
  deps: UploadDeps,
  { size }: Leased['upload'],
  pieces: ChunkRow[],
): Promise<ChunkRow | null> {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const end = last.start_at + last.size;
  if (end < size && end < first.start_at + CHUNK) return null;
  const chunk = await deps.blobs.put(bytesOf(deps, pieces), { frees: true });
  return { start_at: first.start_at, size: chunk.size, blob: chunk.key, held: null };
}

async function* bytesOf({ blobs }: UploadDeps, pieces: ChunkRow[]): AsyncGenerator<Buffer> {
  for (const { blob } of pieces) yield* await blobs.open(blob);
}

function lost(): Failure {
  return new Failure('upload_busy', 'Another call writes the upload by now');
}
