import { requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { makeFolders } from '../../drive/entries/make-folders.ts';
import { extensionOf } from '../../drive/names/entry-name.ts';
import { putInDrive } from '../../drive/saved-files/put-in-drive.ts';
import { type AttachmentRow, readAttachments } from '../../mail/attachments/attachments.store.ts';
import { ruleNoticeTask } from '../../mail/forwarding/rule-notices.ts';
import type { SaveInvoicesJob } from '../../mail/invoice-files/invoice-task.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { type InvoiceRow, readFilesOfMessages, readInvoice } from './invoices.store.ts';
import { foldersByPattern, NAME_IN_FOLDER, nameByPattern } from './name-by-pattern.ts';
import { pdfBeside } from './pdf-beside.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';

/** What cannot be tried again with another result. */
const REFUSALS = [
  ...['drive_full', 'drive_disabled', 'drive_too_deep'],
  ...['already_exists', 'file_name_invalid', 'file_not_allowed'],
];

/** Puts the files of invoices into the drive. What was saved before is not saved again, however often the job runs. */
export async function saveInvoices(
  deps: DriveDeps & { log: Logger },
  { mailboxId, invoiceIds, folder }: SaveInvoicesJob,
  { signal }: JobRun,
): Promise<void> {
  const { clock, db, log } = deps;
  const owner = await readDriveOwner(db, mailboxId);
  if (!owner) return;
  const author = { mailboxId, name: owner.name || owner.email };
  const unsaved: InvoiceRow[] = [];
  for (const id of invoiceIds) {
    signal.throwIfAborted();
    const row = await readInvoice(db, mailboxId, id);
    // Deleted since, or thrown away.
    if (!row || row.standing === 'discarded') continue;
    const files = await readFilesOf(deps, mailboxId, row);
    try {
      await requireDrive(db, { person: mailboxId });
      await changeDrive(deps, mailboxId, async (change) => {
        const parentId = await makeFolders(clock, change, foldersByPattern(folder, row));
        for (const file of files) {
          const name = `${nameByPattern(NAME_IN_FOLDER, row)}${extensionOf(file.name) || '.xml'}`;
          await putInDrive(deps, change, file, { author, parentId, name });
        }
      });
    } catch (error) {
      if (!(error instanceof Failure && REFUSALS.includes(error.code))) throw error;
      log.warn({ mailbox: mailboxId, invoice: id, reason: error.code }, 'invoice not saved');
      unsaved.push(row);
    }
  }
  const [first] = unsaved;
  if (first === undefined) return;
  // Nothing that reads as words of ours: whoever sent it has written all of it.
  const about = [first.seller_tax_code, first.symbol, first.number]
    .map((part) => part.replace(/[^\p{L}\p{N}/-]/gu, ''))
    .join(' ');
  const notice = { kind: 'unsaved' as const, about };
  await inTransaction(db, (tx) =>
    addJob(tx, ruleNoticeTask, { ...notice, mailboxId, at: unixSeconds(clock) }),
  );
}

/** The XML, or the archive with it, and the PDF beside it. */
async function readFilesOf(
  { db }: DriveDeps,
  mailboxId: number,
  row: InvoiceRow & { content: object },
): Promise<AttachmentRow[]> {
  const files = await readFilesOfMessages(db, mailboxId, [row.message_id]);
  const file = files.find(({ id }) => id === row.attachment_id);
  if (!file) return [];
  const pdf = pdfBeside(files, file, (row.content as AttachedInvoice).entry);
  const ids = pdf ? [file.id, pdf.id] : [file.id];
  return (await readAttachments(db, mailboxId, ids)).filter(({ has_virus }) => !has_virus);
}
