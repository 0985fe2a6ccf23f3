import type { Readable } from 'node:stream';
import { openChunks } from '../../drive/chunks/open-chunks.ts';
import { readVersion } from '../../drive/versions/versions.store.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { ConversionError, type PdfConverter } from '../../platform/office/pdf-converter.ts';
import type { Db } from '../../tables.ts';
import type { PreviewOrder } from './preview-task.ts';
import { finishPreview, isPending, readDocument } from './previews.store.ts';

export type MakeDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  blobs: BlobStore;
  pdfConverter: PdfConverter | null;
};

/** Converts a document to PDF once; after a failure it waits before the next attempt. */
export async function makePreview(deps: MakeDeps, order: PreviewOrder, run: JobRun): Promise<void> {
  const { db, blobs, clock, log, pdfConverter } = deps;
  const { source, extension } = order;
  if (!(await isPending(db, source))) return;
  try {
    if (pdfConverter === null) throw new Error('no LibreOffice on the machine that works on jobs');
    const document = { source: await openDocument(deps, order), extension };
    const { key } = await pdfConverter.convert(document, run.signal, (pdf) => blobs.put(pdf));
    await inTransaction(db, (tx) => finishPreview(tx, source, key, unixSeconds(clock)));
  } catch (error) {
    const final = error instanceof ConversionError || (run.lastAttempt && !run.signal.aborted);
    if (final) await inTransaction(db, (tx) => finishPreview(tx, source, null, unixSeconds(clock)));
    if (!(error instanceof ConversionError)) throw error;
    log.info({ blob: source, reason: error.message }, 'office preview failed');
  }
}

async function openDocument({ db, blobs }: MakeDeps, { source, version }: PreviewOrder): Promise<Readable> {
  const bytes = await readDocument(db, source);
  if (bytes) return openAttachment(blobs, bytes);
  // It has several chunks.
  const found = version && (await readVersion(db, version.mailboxId, version.id));
  if (found?.content_hash !== source) throw new ConversionError('nobody has the document any more');
  const { mailbox_id, id, size } = found;
  return openChunks({ db, blobs }, mailbox_id, id, { start: 0, end: size });
}
