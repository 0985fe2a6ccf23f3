import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { releaseBlobs } from '../../drive/chunks/chunks.store.ts';
import { openWritten } from '../../drive/chunks/open-chunks.ts';
import { type WrittenChunk, writeChunks } from '../../drive/chunks/write-chunks.ts';
import { readDriveNumbers } from '../../drive/drive.store.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type ScanDeps, type ScanResult, scanFile } from '../../platform/clamd/scan-file.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { WopiRefusal } from './wopi-refusal.ts';

export type TakeDeps = ScanDeps & { db: Db; clock: Clock; blobs: BlobStore };
export type Taken = { chunks: WrittenChunk[]; scan: ScanResult };

/** Stores the bytes of a call for a drive, and makes their blobs garbage when they are not used. */
export async function withBytes<T>(
  deps: TakeDeps,
  mailboxId: number,
  request: FastifyRequest,
  use: (taken: Taken) => Promise<T>,
): Promise<T> {
  const { quota_bytes } = await readDriveNumbers(deps.db, mailboxId);
  if (Number(request.headers['content-length'] ?? 0) > quota_bytes) throw new WopiRefusal(413);
  const written: WrittenChunk[] = [];
  try {
    const bytes = limited(request.body as Readable | undefined, quota_bytes);
    const chunks = await writeChunks(deps, bytes, { keep: (chunk) => void written.push(chunk) });
    const scan = await scanFile(deps, async () => openWritten(deps, chunks));
    return await use({ chunks, scan });
  } catch (error) {
    const blobs = written.map(({ blob }) => blob);
    if (blobs.length > 0) {
      await inTransaction(deps.db, (tx) => releaseBlobs(tx, blobs, unixSeconds(deps.clock)));
    }
    throw error;
  }
}

async function* limited(bytes: Readable | undefined, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of bytes ?? []) {
    size += (part as Buffer).length;
    if (size > most) throw new WopiRefusal(413);
    yield part as Buffer;
  }
}
