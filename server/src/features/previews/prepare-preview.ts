import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { PdfConverter } from '../../platform/office/pdf-converter.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { officeExtension } from './office-types.ts';
import { previewTask } from './preview-task.ts';
import { claimPreview, type PreviewedFile, readPreviewedFile } from './previews.store.ts';

export type PrepareDeps = { db: Db; clock: Clock; pdfConverter: PdfConverter | null };
type Preview = { state: 'ready' | 'working' | 'unavailable' | 'failed'; url: string | null };

/** After this time a running conversion is taken for dead, and a failed one may be tried again. */
const WORKING_SECONDS = 15 * 60;
const FAILED_SECONDS = 24 * 3600;
/** One at a time: a conversion needs as much memory as the rest of the program. */
const QUEUE = 'office_previews';

/** The state of a file's preview; the first request starts the conversion, for everyone who has the same bytes. */
export async function preparePreview(deps: PrepareDeps, mailboxId: number, id: string): Promise<Preview> {
  const file = await findFile(deps.db, mailboxId, id);
  const extension = officeExtension(file);
  if (extension === null) return { state: 'unavailable', url: null };
  if (file.state === 'ready') return { state: 'ready', url: `/api/v2/files/${file.id}/preview.pdf` };
  if (deps.pdfConverter === null) return { state: 'unavailable', url: null };
  const now = unixSeconds(deps.clock);
  const again = { workingBefore: now - WORKING_SECONDS, failedBefore: now - FAILED_SECONDS };
  const begun = await inTransaction(deps.db, async (tx) => {
    const claimed = await claimPreview(tx, file.blob, now, again);
    const job = { source: file.blob, extension };
    if (claimed) await addJob(tx, previewTask, job, { jobKey: `preview ${file.blob}`, queueName: QUEUE });
    return claimed;
  });
  return { state: begun || file.state !== 'failed' ? 'working' : 'failed', url: null };
}

export async function findFile(db: ReadDb, mailboxId: number, id: string): Promise<PreviewedFile> {
  const file = await readPreviewedFile(db, mailboxId, id);
  if (!file) throw new Failure('file_not_found', 'File not found');
  return file;
}
