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
  removeChunkAt,
} from '../chunks/chunks.store.ts';
import { type WrittenChunk, writeChunks } from '../chunks/write-chunks.ts';
import { expiryFrom } from './create-upload.ts';
import type { Leased } from './upload-lease.ts';
import { moveReceived } from './uploads.store.ts';

export type UploadDeps = DriveDeps & { blobs: BlobStore };
/** What the bytes of one call must hash to. */
export type Checksum = { algorithm: string; digest: Buffer };

/**
 * Takes the bytes that follow what was received, and answers how many there are then. Each chunk counts from when it
 * is durable, so that whoever breaks off sends one chunk again at most. A call that ended in the middle of a chunk
 * has left a short one: it is written once more with what follows. With a checksum all of the call counts, or nothing.
 */
export async function receiveUpload(
  deps: UploadDeps,
  { upload, lease }: Leased,
  bytes: AsyncIterable<Uint8Array>,
  checksum: Checksum | null,
): Promise<number> {
  const short = await readShortChunk(deps, upload);
  const hash = checksum && createHash(checksum.algorithm);
  let room = upload.size - upload.received;
  let received = upload.received;
  let end = short?.start_at ?? upload.received;

  async function* source() {
    if (short) yield* await deps.blobs.open(short.blob);
    for await (const part of bytes) {
      room -= part.length;
      if (room < 0) throw new Failure('too_large', 'More bytes came than the upload was to have');
      hash?.update(part);
      yield part;
    }
  }

  async function count(chunks: WrittenChunk[]): Promise<void> {
    const from = received;
    const rows = chunks.map(({ size, blob }) => {
      const row: ChunkRow = { start_at: end, size, blob, held: null };
      end += size;
      return row;
    });
    if (end === from) return;
    await inTransaction(deps.db, async (tx) => {
      const now = unixSeconds(deps.clock);
      const move = { lease, from, to: end, expiresAt: expiryFrom(now) };
      // First, because this is what all others wait for.
      if (!(await moveReceived(tx, upload, move))) throw lost();
      if (short && rows[0]?.start_at === short.start_at) {
        await removeChunkAt(tx, upload.mailbox_id, upload.id, short.start_at, now);
      }
      await insertChunks(tx, upload.mailbox_id, upload.id, rows);
    });
    received = end;
  }

  if (hash === null || checksum === null) {
    await writeChunks(deps, source(), { keep: (chunk) => count([chunk]), frees: true });
    return received;
  }
  const written: WrittenChunk[] = [];
  try {
    await writeChunks(deps, source(), { keep: (chunk) => void written.push(chunk), frees: true });
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

async function readShortChunk(
  { db }: UploadDeps,
  { mailbox_id, id, received }: Leased['upload'],
): Promise<ChunkRow | null> {
  if (received % LIMITS.driveChunkBytes === 0) return null;
  const [last] = await readChunks(db, mailbox_id, id, { from: received - 1, limit: 1 });
  return last ?? null;
}

function lost(): Failure {
  return new Failure('upload_busy', 'Another call writes the upload by now');
}
