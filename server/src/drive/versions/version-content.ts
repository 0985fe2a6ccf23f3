import { LIMITS } from '@bocau/contract/limits.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { PlaceInSource } from '../../platform/mime/place-in-source.ts';
import type { ReadDb } from '../../tables.ts';
import { readChunks } from '../chunks/chunks.store.ts';
import { openChunks } from '../chunks/open-chunks.ts';
import { fileNotFound } from '../entries/entry-path.ts';
import { readVersion, type VersionRow } from './versions.store.ts';

type Content = { blob: string; held: (PlaceInSource & { source: string }) | null };

/** For 25 MB: no attachable file has more. */
const MOST_CHUNKS = Math.ceil(LIMITS.attachmentBytes / LIMITS.driveChunkBytes);

/**
 * Where the bytes of a version are as one piece: a version of one chunk is referenced in place; one of several is
 * assembled, and the blob that is made added to `madeBlobs`.
 */
export async function readVersionContent(
  deps: { db: ReadDb; blobs: Pick<BlobStore, 'open' | 'put'> },
  version: VersionRow,
  madeBlobs: string[],
): Promise<Content> {
  const { mailbox_id: mailboxId, id, size } = version;
  // Read once: the blobs are kept for a day, even if the file is permanently deleted meanwhile.
  const chunks = await readChunks(deps.db, mailboxId, id, { from: 0, limit: MOST_CHUNKS });
  const [only] = chunks;
  if (only && only.size === size) return { blob: only.blob, held: only.held };
  const isWhole = chunks.reduce((sum, chunk) => sum + chunk.size, 0) === size;
  if (!isWhole && !(await readVersion(deps.db, mailboxId, id))) throw fileNotFound();
  const { key } = await deps.blobs.put(
    await openChunks(deps, mailboxId, id, { start: 0, end: size }, chunks),
  );
  madeBlobs.push(key);
  return { blob: key, held: null };
}
