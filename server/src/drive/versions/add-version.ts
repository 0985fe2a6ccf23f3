import type { DriveVersionsTable } from '../../drive-tables.ts';
import type { ScanResult } from '../../platform/clamd/scan-file.ts';
import type { DriveChange } from '../change-drive.ts';
import { type ChunkRow, insertChunks } from '../chunks/chunks.store.ts';
import { contentHash } from '../chunks/content-hash.ts';
import type { WrittenChunk } from '../chunks/write-chunks.ts';
import { insertVersion } from './versions.store.ts';

/** The author of a version: a local user, or the name of an outside person. */
export type Author = { mailboxId: number | null; name: string };

/** The content of a new version. */
export type NewVersion = {
  id: string;
  size: number;
  contentType: string;
  hash: Buffer;
  /** Null when the chunks are stored under the version's id already, as for an upload. */
  chunks: ChunkRow[] | null;
  author: Author;
  source: DriveVersionsTable['source'];
  officeSession?: string | null;
  scan: ScanResult;
};

/** A version of bytes that were just written. */
export function versionOf(
  written: WrittenChunk[],
  version: Omit<NewVersion, 'size' | 'hash' | 'chunks'>,
): NewVersion {
  let size = 0;
  const chunks = written.map((chunk) => {
    const row = { ...chunk, start_at: size, held: null };
    size += chunk.size;
    return row;
  });
  return { ...version, size, chunks, hash: contentHash(written.map(({ blob }) => blob)) };
}

/** Adds a version to a file and counts its size. What the file shows is in its entry. */
export async function addVersion(change: DriveChange, entryId: string, version: NewVersion): Promise<void> {
  change.use(version.size);
  await insertVersion(change.tx, {
    mailbox_id: change.mailboxId,
    id: version.id,
    entry_id: entryId,
    size: version.size,
    content_type: version.contentType,
    content_hash: version.hash,
    created_at: change.now,
    author_mailbox_id: version.author.mailboxId,
    author: version.author.name,
    source: version.source,
    office_session: version.officeSession ?? null,
    has_virus: version.scan.has_virus,
    scan_message: version.scan.scan_message,
  });
  if (version.chunks !== null && version.chunks.length > 0) {
    await insertChunks(change.tx, change.mailboxId, version.id, version.chunks);
  }
}
