import { openChunks } from '../../drive/chunks/open-chunks.ts';
import {
  readDrivesToRead,
  readUnread,
  removeText,
  type UnreadFile,
  writeText,
} from '../../drive/texts/texts.store.ts';
import { enqueueDriveTexts } from '../../drive/texts/unread-text.ts';
import { readFileText } from '../../mail/file-texts/file-texts.store.ts';
import { FILE_TEXT_VERSION, type FileTextDeps, readDocument } from '../../mail/file-texts/read-file-texts.ts';
import { fileVector } from '../../mail/search-index/search-vector.ts';
import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { textKind } from '../../platform/documents/document-kind.ts';
import { DOCUMENT_LIMITS } from '../../platform/documents/document-limits.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { decodeCharset } from '../../platform/mime/decode-charset.ts';
import type { Db } from '../../tables.ts';

/** Per job; the rest goes to the end of the queue, so that drives take turns. */
const FILES_A_JOB = 20;
const DRIVES_A_READ = 500;
/** The maximum number of bytes per character. */
const BYTES_OF_CHARACTER = 4;

/** Extracts the texts of a drive's unread files. Each is stored separately, so an interrupted job continues. */
export async function readDriveTexts(deps: FileTextDeps, mailboxId: number, run: JobRun): Promise<void> {
  const files = await readUnread(deps.db, mailboxId, FILES_A_JOB);
  for (const file of files) {
    run.signal.throwIfAborted();
    const words = file.has_virus ? null : await readWords(deps, mailboxId, file, run);
    const { entry_id: entryId, version_id: versionId } = file;
    await inTransaction(deps.db, (tx) =>
      words === undefined
        ? removeText(tx, mailboxId, entryId)
        : writeText(tx, mailboxId, { entryId, versionId, words }),
    );
  }
  if (files.length < FILES_A_JOB) return;
  await inTransaction(deps.db, (tx) => enqueueDriveTexts(tx, mailboxId));
}

/** Files from before, and those whose job failed permanently. */
export async function enqueueUnreadDrives(db: Db, signal: AbortSignal): Promise<void> {
  for (let drives = await readDrivesToRead(db, 0, DRIVES_A_READ); drives.length > 0; ) {
    signal.throwIfAborted();
    const some = drives;
    await inTransaction(db, async (tx) => {
      for (const mailboxId of some) await enqueueDriveTexts(tx, mailboxId);
    });
    drives = await readDrivesToRead(db, some.at(-1) as number, DRIVES_A_READ);
  }
}

/** As a tsvector in text form; null when there are none, undefined for a file that can have none. */
async function readWords(
  deps: FileTextDeps,
  mailboxId: number,
  file: UnreadFile,
  run: JobRun,
): Promise<string | null | undefined> {
  const { name, size, content_type: contentType, content_hash: blob, version_id: versionId } = file;
  const kind = textKind({ name, contentType });
  if (kind === null) return undefined;
  if (kind === 'text') return readTextWords(deps, mailboxId, file, run);
  const known = await readFileText(deps.db, blob, FILE_TEXT_VERSION);
  if (known) return known.words;
  const open = () => openChunks(deps, mailboxId, versionId, { start: 0, end: size });
  const { words } = await readDocument(deps, { blob, size, kind, open }, run);
  return words;
}

/** Cheap, and not cached: the same bytes under another name may be a document with a different text. */
async function readTextWords(
  deps: FileTextDeps,
  mailboxId: number,
  { version_id: versionId, size }: UnreadFile,
  run: JobRun,
): Promise<string | null> {
  const { textCharacters } = DOCUMENT_LIMITS;
  const end = Math.min(size, textCharacters * BYTES_OF_CHARACTER);
  try {
    const parts = await Array.fromAsync(await openChunks(deps, mailboxId, versionId, { start: 0, end }));
    const text = decodeCharset(Buffer.concat(parts as Buffer[]), null);
    return fileVector(clip(text, textCharacters));
  } catch (error) {
    if (run.signal.aborted || !(error instanceof BlobMissingError || run.lastAttempt)) throw error;
    deps.log.info({ version: versionId, reason: (error as Error).message }, 'text of a file not read');
    return null;
  }
}
