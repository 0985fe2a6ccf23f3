import type { OnConflict } from '@bocau/contract/drive.ts';
import type { KeptUpload } from './kept-uploads.ts';
import type { FolderMaker } from './make-folders.ts';
import type { Transfer } from './transfer.ts';
import type { ConflictChoice, FileHandle, UploadItem, UploadSource, UploadState } from './upload-item.ts';

/** What passes by itself, besides a line that is down and a server that is. */
export const PASSING = new Set([
  'upload_busy',
  'upload_offset_wrong',
  'checksum_mismatch',
  'too_many_requests',
  'request_timeout',
]);
export const PAUSABLE = new Set<UploadState>(['waiting', 'sending', 'offline']);
export const RESUMABLE = new Set<UploadState>(['paused', 'failed', 'file-needed', 'offline']);

/** Added together: what is answered for all of them is for these, and so are the folders that were made. */
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
  /** How often it was begun, or gone on with: what an earlier run still brings is not for the latest one. */
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

/** One that a page left which is gone. */
export function leftUpload(left: KeptUpload, batch: Batch, round: number): Upload {
  const { key, name, size, folderId, folders, sent, handle, lastModified, onConflict, url } = left;
  const item: UploadItem = {
    ...{ key, name, size, folderId, folders, sent, round },
    ...{ state: 'file-needed', error: null, takenFolder: null, entryId: null },
  };
  return { ...IDLE, item, file: null, handle, lastModified, onConflict, batch, url };
}
