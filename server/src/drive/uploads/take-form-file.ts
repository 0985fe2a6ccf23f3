import { LIMITS } from '@bocau/contract/limits.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type ScanDeps, scanFile } from '../../platform/clamd/scan-file.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import type { FormFile, FormLimits } from '../../platform/http/read-form.ts';
import { newId } from '../../platform/ids.ts';
import { START_BYTES, sniffType } from '../../platform/mime/sniff-type.ts';
import type { Db } from '../../tables.ts';
import type { DriveChange } from '../change-drive.ts';
import { releaseBlobs } from '../chunks/chunks.store.ts';
import { openWritten } from '../chunks/open-chunks.ts';
import { type WrittenChunk, writeChunks } from '../chunks/write-chunks.ts';
import { createEntry } from '../entries/create-entry.ts';
import type { EntryRow } from '../entries/entries.store.ts';
import { entryName } from '../names/entry-name.ts';
import { addVersion, type NewVersion, versionOf } from '../versions/add-version.ts';

export type FormFileDeps = ScanDeps & { db: Db; clock: Clock; blobs: BlobStore };

/** A file of a form whose bytes are durable but not referenced yet. */
export type FormFileTaken = { name: string; version: NewVersion };

export const DRIVE_FORM: FormLimits = {
  fileBytes: LIMITS.driveFormBytes,
  uploadBytes: LIMITS.driveFormBytes + 1024 * 1024,
};

/** Stores the bytes of a form's file; each chunk is recorded in `written` as soon as it is durable. */
export async function takeFormFile(
  deps: FormFileDeps,
  file: FormFile,
  { author, source, written }: Pick<NewVersion, 'author' | 'source'> & { written: WrittenChunk[] },
): Promise<FormFileTaken> {
  const { name } = entryName(file.name ?? '');
  refuseBlockedType(name);
  let start = Buffer.alloc(0);
  async function* looked() {
    for await (const part of file.bytes) {
      if (start.length < START_BYTES) start = Buffer.concat([start, part]).subarray(0, START_BYTES);
      yield part;
    }
  }
  const chunks = await writeChunks(deps, looked(), { keep: (chunk) => void written.push(chunk) });
  const scan = await scanFile(deps, async () => openWritten(deps, chunks));
  const contentType = sniffType(name, file.contentType, start);
  return { name, version: versionOf(chunks, { id: newId(deps.clock), contentType, author, source, scan }) };
}

/** Creates the entry of a received file. */
export async function addFormFile(
  change: DriveChange,
  { name, version }: FormFileTaken,
  place: Pick<Parameters<typeof createEntry>[1], 'id' | 'parentId' | 'onConflict'>,
): Promise<EntryRow> {
  const { id: versionId, size, contentType } = version;
  const { entry } = await createEntry(change, { ...place, name, file: { versionId, size, contentType } });
  await addVersion(change, entry.id, version);
  return entry;
}

/** Makes written but unreferenced chunks candidates for garbage collection. */
export async function releaseWritten(
  { db, clock }: Pick<FormFileDeps, 'db' | 'clock'>,
  written: WrittenChunk[],
): Promise<void> {
  if (written.length === 0) return;
  const blobs = written.map(({ blob }) => blob);
  await inTransaction(db, (tx) => releaseBlobs(tx, blobs, unixSeconds(clock)));
}
