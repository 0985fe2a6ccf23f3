import { type DriveCaller, reachEntry } from '../../drive/access/reach-entry.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { officeExtension } from '../../platform/office/office-types.ts';
import { LARGEST_DOCUMENT, type PdfConverter } from '../../platform/office/pdf-converter.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { previewTask } from './preview-task.ts';
import {
  claimPreview,
  hasOtherPending,
  lockPreviewsOf,
  type PreviewedFile,
  type PreviewedVersion,
  readPreviewedFile,
  readPreviewedVersion,
} from './previews.store.ts';

export type PrepareDeps = { db: Db; clock: Clock; pdfConverter: PdfConverter | null };
type Preview = { state: 'ready' | 'working' | 'unavailable' | 'failed'; url: string | null };

/** After this time a running conversion is considered dead. */
const WORKING_SECONDS = 15 * 60;
/**
 * When a failed conversion may be retried: four times later after each failure, up to a day (exponential
 * backoff).
 */
const RETRIES = { firstRetrySeconds: 5 * 60, lastRetrySeconds: 24 * 3600 };
/** One at a time: a conversion needs as much memory as the rest of the program. */
const QUEUE = 'office_previews';

/**
 * The state of a file's preview; the first request starts the conversion, for everyone who has the same
 * bytes. Each account has at most one waiting or running conversion, so that an account with many large
 * documents takes turns with others; so do all guests of a drive together, who are counted under its negated
 * number.
 */
export async function preparePreview(
  deps: PrepareDeps,
  { file, mailboxId, url }: { file: PreviewedFile; mailboxId: number; url: string },
): Promise<Preview> {
  const extension = officeExtension(file);
  if (extension === null || !canPreview(deps, file)) return UNAVAILABLE;
  if (file.state === 'ready') return { state: 'ready', url };
  const now = unixSeconds(deps.clock);
  const workingBefore = now - WORKING_SECONDS;
  const begun = await inTransaction(deps.db, async (tx) => {
    await lockPreviewsOf(tx, mailboxId);
    const asked = { source: file.blob, mailboxId, now };
    // The page polls until it is its turn.
    if (await hasOtherPending(tx, { ...asked, since: workingBefore })) return file.state !== 'failed';
    const claimed = await claimPreview(tx, asked, { workingBefore, ...RETRIES });
    const job = { source: file.blob, extension, ...(file.version ? { version: file.version } : {}) };
    if (claimed) await addJob(tx, previewTask, job, { jobKey: `preview ${file.blob}`, queueName: QUEUE });
    return claimed;
  });
  return { state: begun || file.state !== 'failed' ? 'working' : 'failed', url: null };
}

/** Whether there is a preview, or one could be made. */
export function canPreview(
  { pdfConverter }: Pick<PrepareDeps, 'pdfConverter'>,
  file: PreviewedFile,
): boolean {
  if (officeExtension(file) === null || file.has_virus || file.size > LARGEST_DOCUMENT) return false;
  return file.state === 'ready' || (pdfConverter !== null && pdfConverter.works !== false);
}

const UNAVAILABLE: Preview = { state: 'unavailable', url: null };

export async function findFile(db: ReadDb, mailboxId: number, id: string): Promise<PreviewedFile> {
  const file = await readPreviewedFile(db, mailboxId, id);
  if (!file) throw new Failure('file_not_found', 'File not found');
  return file;
}

/** A file of a drive that the caller may read. */
export async function findDriveFile(db: ReadDb, caller: DriveCaller, id: string): Promise<PreviewedVersion> {
  const { mailboxId, entry } = await reachEntry(db, caller, id, 'READ');
  return findVersion(db, mailboxId, entry);
}

/** The latest version of a drive file, for which the caller is authorized. */
export async function findVersion(
  db: ReadDb,
  mailboxId: number,
  { id, name, version_id }: { id: string; name: string; version_id: string | null },
): Promise<PreviewedVersion> {
  const file = version_id && (await readPreviewedVersion(db, mailboxId, { id, name, version_id }));
  if (!file) throw new Failure('file_not_found', 'File not found');
  return file;
}
