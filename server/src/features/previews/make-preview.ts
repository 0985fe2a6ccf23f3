import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { ConversionError, type PdfConverter } from '../../platform/office/pdf-converter.ts';
import type { Db } from '../../tables.ts';
import { finishPreview, isWanted } from './previews.store.ts';

export type MakeDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  blobs: BlobStore;
  pdfConverter: PdfConverter | null;
};

/** Makes a document into a PDF, once; a document that can not be made into one is not tried again soon. */
export async function makePreview(
  deps: MakeDeps,
  { source, extension }: { source: string; extension: string },
  run: JobRun,
): Promise<void> {
  const { db, blobs, clock, log, pdfConverter } = deps;
  if (!(await isWanted(db, source))) return;
  try {
    if (pdfConverter === null) throw new Error('no LibreOffice on the machine that works on jobs');
    const document = { source: await blobs.open(source), extension };
    const { key } = await pdfConverter.convert(document, run.signal, (pdf) => blobs.put(pdf));
    await finishPreview(db, source, key, unixSeconds(clock));
  } catch (error) {
    const final = error instanceof ConversionError || (run.lastAttempt && !run.signal.aborted);
    if (final) await finishPreview(db, source, null, unixSeconds(clock));
    if (!(error instanceof ConversionError)) throw error;
    log.info({ blob: source, reason: error.message }, 'An office document has no preview');
  }
}
