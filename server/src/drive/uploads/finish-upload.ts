import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ScanDeps, type ScanResult, scanFile } from '../../platform/clamd/scan-file.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { START_BYTES, sniffType } from '../../platform/mime/sniff-type.ts';
import type { ReadDb } from '../../tables.ts';
import { changeDrive, type DriveDeps } from '../change-drive.ts';
import { readChunkKeys, removeChunks } from '../chunks/chunks.store.ts';
import { contentHash } from '../chunks/content-hash.ts';
import { openChunks } from '../chunks/open-chunks.ts';
import { createEntry } from '../entries/create-entry.ts';
import { addVersion } from '../versions/add-version.ts';
import { expiryFrom } from './create-upload.ts';
import type { UploadDeps } from './receive-upload.ts';
import { deleteUpload, lockUpload, setFinished, type UploadRow } from './uploads.store.ts';

export type FinishDeps = UploadDeps & ScanDeps;

/** Larger files are not scanned: the scanner would reject the stream after reading most of it. */
const SCANNED_BYTES = 100 * 1024 ** 2;

/**
 * Turns a complete upload into a file, in one transaction; returns the entry, also on repeated calls
 * (idempotency). When that has become impossible, because its folder is gone, the upload is deleted.
 */
export async function finishUpload(
  deps: FinishDeps,
  upload: UploadRow,
  /** Checks, while the drive is locked, whether the target is still permitted. */
  requirePlace: (db: ReadDb) => Promise<void>,
): Promise<string> {
  if (upload.entry_id !== null) return upload.entry_id;
  const { mailbox_id, id, size } = upload;
  const [start, scan, keys] = await Promise.all([
    openChunks(deps, mailbox_id, id, { start: 0, end: Math.min(size, START_BYTES) }).then(buffer),
    scanUpload(deps, upload),
    readChunkKeys(deps.db, mailbox_id, id),
  ]);
  const contentType = sniffType(upload.name, upload.content_type, start);
  try {
    return await changeDrive(deps, mailbox_id, async (change) => {
      const current = await lockUpload(change.tx, upload);
      if (!current) throw new Failure('file_not_found', 'Upload not found');
      if (current.entry_id !== null) return current.entry_id;
      await requirePlace(change.tx);
      const { entry } = await createEntry(change, {
        id: newId(deps.clock),
        parentId: upload.parent_id,
        name: upload.name,
        file: { versionId: id, size, contentType },
        onConflict: upload.on_conflict,
        overLock: true,
      });
      change.reserve(-size);
      await addVersion(change, entry.id, {
        id,
        size,
        contentType,
        hash: contentHash(keys),
        chunks: null,
        author: { mailboxId: upload.author_mailbox_id, name: upload.author },
        source: upload.share_id === null ? 'upload' : 'share',
        scan,
      });
      await setFinished(change.tx, upload, { entryId: entry.id, expiresAt: expiryFrom(change.now) });
      return entry.id;
    });
  } catch (error) {
    if (error instanceof Failure && error.code !== 'service_unavailable') await discardUpload(deps, upload);
    throw error;
  }
}

async function scanUpload(deps: FinishDeps, { mailbox_id, id, size }: UploadRow): Promise<ScanResult> {
  if (deps.scanFile !== null && size > SCANNED_BYTES) {
    return { has_virus: false, scan_message: 'Error: too large to be scanned' };
  }
  const open = (): Promise<Readable> => openChunks(deps, mailbox_id, id, { start: 0, end: size });
  return scanFile(deps, open);
}

/**
 * Deletes an upload and releases its reservation. Of a finished one only the row is deleted: its bytes belong
 * to the file.
 */
export async function discardUpload(
  deps: DriveDeps,
  key: Pick<UploadRow, 'mailbox_id' | 'id'>,
  isMeant: (upload: UploadRow) => boolean = () => true,
): Promise<void> {
  await changeDrive(deps, key.mailbox_id, async (change) => {
    const upload = await lockUpload(change.tx, key);
    if (!upload || !isMeant(upload)) return;
    if (upload.entry_id === null) {
      change.reserve(-upload.size);
      await removeChunks(change.tx, key.mailbox_id, [key.id], change.now);
    }
    await deleteUpload(change.tx, key);
  });
}
