import type { Readable } from 'node:stream';
import { BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { documentKind } from '../../platform/documents/document-kind.ts';
import { DOCUMENT_LIMITS, type DocumentKind } from '../../platform/documents/document-limits.ts';
import type { DocumentReader } from '../../platform/documents/document-reader.ts';
import { DocumentError } from '../../platform/documents/reader-process.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import { openAttachment } from '../attachments/attachment-bytes.ts';
import { fileVector } from '../search-index/search-vector.ts';
import { type FileText, readAttachedFiles, writeFileText } from './file-texts.store.ts';

export type FileTextDeps = {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
  documents: DocumentReader;
  log: Logger;
};

/** Increase when more is extracted from documents: those read by older versions are then read again. */
export const FILE_TEXT_VERSION = 1;

/**
 * Extracts the text of the messages' documents, each distinct one once; an unreadable one is stored with the
 * reason.
 */
export async function readFileTexts(
  deps: FileTextDeps,
  mailboxId: number,
  messageIds: string[],
  run: JobRun,
): Promise<void> {
  const files = await readAttachedFiles(deps.db, mailboxId, messageIds);
  const unread = files.flatMap((file) => {
    const kind = documentKind(file);
    return kind === null || (file.version ?? 0) >= FILE_TEXT_VERSION
      ? []
      : [[file.blob, { ...file, kind }] as const];
  });
  for (const file of new Map(unread).values()) {
    run.signal.throwIfAborted();
    const open = () => openAttachment(deps.blobs, file);
    await readDocument(deps, { ...file, open }, run);
  }
}

export type Document = { blob: string; size: number; kind: DocumentKind; open(): Promise<Readable> };

/** The text of a document, stored for every copy of the same bytes. */
export async function readDocument(
  deps: Omit<FileTextDeps, 'blobs'>,
  document: Document,
  run: JobRun,
): Promise<FileText> {
  const text = await readText(deps, document, run);
  await inTransaction(deps.db, (tx) => writeFileText(tx, text, FILE_TEXT_VERSION, unixSeconds(deps.clock)));
  return text;
}

async function readText(
  { documents, log }: Pick<FileTextDeps, 'documents' | 'log'>,
  { blob, size, kind, open }: Document,
  run: JobRun,
): Promise<FileText> {
  try {
    if (size > DOCUMENT_LIMITS.fileBytes) throw new DocumentError('the file is too large');
    const text = await documents.readText({ kind, open }, run.signal);
    return { blob, words: fileVector(text), failure: null };
  } catch (error) {
    // The doctor reports a lost blob; it has no text.
    const isFinal = error instanceof DocumentError || error instanceof BlobMissingError;
    if (run.signal.aborted || !(isFinal || run.lastAttempt)) throw error;
    const failure = (error as Error).message;
    log.info({ blob, reason: failure }, 'text of a document not read');
    return { blob, words: null, failure };
  }
}
