import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { ConversionError, type PdfConverter } from '../../platform/office/pdf-converter.ts';
import type { Db } from '../../tables.ts';
import { finishPreview, isPending, readDocument } from './previews.store.ts';

export type MakeDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  blobs: BlobStore;
  pdfConverter: PdfConverter | null;
};

/** Converts a document to PDF once; one that can not be converted is not tried again soon. */
export async function makePreview(
  deps: MakeDeps,
  { source, extension }: { source: string; extension: string },
  run: JobRun,
): Promise<void> {
  const { db, blobs, clock, log, pdfConverter } = deps;
  if (!(await isPending(db, source))) return;
  try {
    if (pdfConverter === null) throw new Error('no LibreOffice on the machine that works on jobs');
    const bytes = await readDocument(db, source);
    if (!bytes) throw new ConversionError('no message has the document any more');
    const document = { source: await openAttachment(blobs, bytes), extension };
    const { key } = await pdfConverter.convert(document, run.signal, (pdf) => blobs.put(pdf));
    await inTransaction(db, (tx) => finishPreview(tx, source, key, unixSeconds(clock)));
  } catch (error) {
    const final = error instanceof ConversionError || (run.lastAttempt && !run.signal.aborted);
    if (final) await inTransaction(db, (tx) => finishPreview(tx, source, null, unixSeconds(clock)));
    if (!(error instanceof ConversionError)) throw error;
    log.info({ blob: source, reason: error.message }, 'office preview failed');
  }
}
