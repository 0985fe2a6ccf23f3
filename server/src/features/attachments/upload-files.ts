import { readLinkRules } from '../../kernel/link-rules.store.ts';
import { refuseByRules } from '../../kernel/link-rules.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { insertLooseFiles, readUsedBytes } from '../../mail/attachments/loose-files.store.ts';
import { refuseOverQuota } from '../../mail/attachments/mailbox-quota.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { type BlobStore, BlobStoreFullError } from '../../platform/blobs/blob-store.ts';
import { type ScanDeps, scanFile } from '../../platform/clamd/scan-file.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import type { FormFile } from '../../platform/http/read-form.ts';
import { newId } from '../../platform/ids.ts';
import { safeFileName } from '../../platform/mime/file-names.ts';
import { START_BYTES, sniffType } from '../../platform/mime/sniff-type.ts';
import { releaseBlobs } from './attachments.store.ts';

export type UploadDeps = ChangeDeps & ScanDeps & { blobs: BlobStore };
type ReadForm = (take: (file: FormFile) => Promise<void>) => Promise<Map<string, string>>;
type Uploaded = Omit<AttachmentRow, 'id' | 'content_id' | 'inline'>;

/**
 * Stores the files of a form, all or none: their bytes are streamed to the blob store, and they belong to no
 * message until a draft references them.
 */
export async function uploadFiles(
  deps: UploadDeps,
  mailboxId: number,
  readForm: ReadForm,
): Promise<AttachmentRow[]> {
  const uploaded: Uploaded[] = [];
  await checkQuota(deps, mailboxId, 0);
  try {
    const fields = await readForm(async (file) => {
      if (file.field !== 'file') {
        throw new Failure('invalid_input', 'Upload files under the field name file', {
          details: { part: 'body', fields: [{ field: file.field, problem: 'is not file' }] },
        });
      }
      uploaded.push(await storeFile(deps, file, uploaded.length + 1));
    });
    if (uploaded.length === 0) {
      throw new Failure('invalid_input', 'The form contains no file', {
        details: { part: 'body', fields: [{ field: 'file', problem: 'is missing' }] },
      });
    }
    const isPublic = fields.get('public') === 'true';
    if (isPublic) await refuseWithoutLinks(deps, mailboxId);
    return await insertFiles(deps, mailboxId, uploaded, isPublic);
  } catch (error) {
    const blobs = uploaded.map((file) => file.blob);
    const now = unixSeconds(deps.clock);
    if (blobs.length > 0) await inTransaction(deps.db, (tx) => releaseBlobs(tx, blobs, now));
    throw error;
  }
}

async function storeFile(deps: UploadDeps, file: FormFile, number: number): Promise<Uploaded> {
  const name = safeFileName(file.name, 'application/octet-stream', number);
  // Checks the original name too: sanitizing may hide the type.
  refuseBlockedType(file.name ?? '');
  refuseBlockedType(name);
  let start = Buffer.alloc(0);
  const { key, size } = await deps.blobs
    .put(
      eachChunk(file.bytes, (chunk) => {
        if (start.length < START_BYTES) start = Buffer.concat([start, chunk]).subarray(0, START_BYTES);
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof BlobStoreFullError) {
        throw new Failure('service_unavailable', 'File storage is temporarily full');
      }
      throw error;
    });
  return {
    name,
    content_type: sniffType(name, file.contentType, start),
    size,
    blob: key,
    held: null,
    ...(await scanFile(deps, () => deps.blobs.open(key))),
  };
}

async function* eachChunk(bytes: AsyncIterable<Buffer>, look: (chunk: Buffer) => void) {
  for await (const chunk of bytes) {
    look(chunk);
    yield chunk;
  }
}

async function insertFiles(
  deps: UploadDeps,
  mailboxId: number,
  uploaded: Uploaded[],
  isPublic: boolean,
): Promise<AttachmentRow[]> {
  const files = uploaded.map((file) => ({
    ...file,
    id: newId(deps.clock),
    content_id: null,
    inline: false,
    public: isPublic,
  }));
  await changeMailbox(deps, mailboxId, async (change) => {
    const added = files.reduce((sum, file) => sum + file.size, 0);
    refuseOverQuota(await readUsedBytes(change.tx, mailboxId), added);
    await insertLooseFiles(change.tx, mailboxId, files, change.now);
  });
  return files;
}

/** A public file is an outside link without a password. */
async function refuseWithoutLinks({ db, clock }: UploadDeps, mailboxId: number): Promise<void> {
  const rules = await readLinkRules(db, mailboxId);
  // It has no chosen end, and expires by its age.
  refuseByRules({ ...rules, days: null }, null, unixSeconds(clock));
}

/**
 * Checked before the upload, so that a client does not send 25 MB in vain, and again when the size is known.
 */
async function checkQuota(deps: UploadDeps, mailboxId: number, added: number): Promise<void> {
  refuseOverQuota(await readUsedBytes(deps.db, mailboxId), added);
}
