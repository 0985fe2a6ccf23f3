import type { OnConflict } from '@bocau/contract/drive.ts';
import type { KeptUpload } from './kept-uploads.ts';
import type { FolderMaker } from './make-folders.ts';
import type { Transfer } from './transfer.ts';
import type { ConflictChoice, FileHandle, UploadItem, UploadSource, UploadState } from './upload-item.ts';

/** Errors that are worth a retry, besides a lost connection and an unavailable server. */
export const PASSING = new Set([
  'upload_busy',
  'upload_offset_wrong',
  'checksum_mismatch',
  'too_many_requests',
  'request_timeout',
]);
export const PAUSABLE = new Set<UploadState>(['waiting', 'sending', 'offline']);
export const RESUMABLE = new Set<UploadState>(['paused', 'failed', 'file-needed', 'offline']);

/** Files that were added together: they share the answer for all of them, and the created folders. */
export type Batch = { choice: ConflictChoice | null; folders: FolderMaker };

export type Upload = {
  item: UploadItem;
  file: File | null;
  handle: FileHandle | null;
  lastModified: number;
  onConflict: OnConflict;
  batch: Batch;
  url: string | null;
  transfer: Transfer | null;
  /** How often it was started or resumed: results of an earlier run are ignored. */
  runs: number;
  retries: number;
  retry: { stop(): void } | null;
};

const IDLE = { transfer: null, runs: 0, retries: 0, retry: null };

export function newUpload(
  key: string,
  { file, handle, folders }: UploadSource,
  folderId: string | null,
  batch: Batch,
  round: number,
): Upload {
  const { name, size, lastModified } = file;
  const item: UploadItem = {
    ...{ key, name, size, folderId, folders, round },
    ...{ state: 'waiting', sent: 0, error: null, takenFolder: null, entryId: null },
  };
  return { ...IDLE, item, file, handle: handle ?? null, lastModified, onConflict: 'fail', batch, url: null };
}

/** An upload that was left by a closed page. */
export function leftUpload(left: KeptUpload, batch: Batch, round: number): Upload {
  const { key, name, size, folderId, folders, sent, handle, lastModified, onConflict, url } = left;
  const item: UploadItem = {
    ...{ key, name, size, folderId, folders, sent, round },
    ...{ state: 'file-needed', error: null, takenFolder: null, entryId: null },
  };
  return { ...IDLE, item, file: null, handle, lastModified, onConflict, batch, url };
}
