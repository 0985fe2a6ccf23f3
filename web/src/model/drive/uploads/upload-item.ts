import type { ApiError } from '@bocau/contract/client.ts';
import type { OnConflict } from '@bocau/contract/drive.ts';

type Asked = { mode: 'read' };
/** Browser extensions of a file handle, where it can be stored over a reload. */
export type FileHandle = FileSystemFileHandle & {
  queryPermission?(asked: Asked): Promise<PermissionState>;
  requestPermission?(asked: Asked): Promise<PermissionState>;
};

/** A file to be uploaded. */
export type UploadSource = {
  file: File;
  /** Lets the browser find the file again after a reload; not every browser provides one. */
  handle?: FileHandle | undefined;
  /** The folders of the dropped tree that contain it, from the top down; missing ones are created. */
  folders: readonly string[];
};

/**
 * `offline`: resumes by itself. `conflict`: the name is taken, and the user must choose. `file-needed`: after
 * a reload, the file must be chosen again.
 */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'offline'
  | 'conflict'
  | 'file-needed'
  | 'done'
  | 'failed';

/** The same object until something in it changes. */
export type UploadItem = {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  /** The folder it was dropped in; null at the top. */
  readonly folderId: string | null;
  readonly folders: readonly string[];
  readonly state: UploadState;
  readonly sent: number;
  /** With `offline`: why the server does not accept it for now; null where there is no connection. */
  readonly error: ApiError | null;
  /** Why it failed: a file has the name of this folder of its path. */
  readonly takenFolder: string | null;
  /** The file that was created. */
  readonly entryId: string | null;
  /** The same for all files added while others are in progress. */
  readonly round: number;
};

export type ConflictChoice = Exclude<OnConflict, 'fail'> | 'skip';

export type UploadQueue = {
  /** The address of the account whose uploads they are. */
  readonly owner: string;
  subscribe(listener: () => void): () => void;
  /** In the order of adding; the same list until something changes. */
  items(): readonly UploadItem[];
  /**
   * Adds files and returns their keys. Unless `onConflict` is given, the user is asked when a name is taken.
   */
  add(sources: readonly UploadSource[], folderId: string | null, onConflict?: OnConflict): string[];
  pause(key: string): void;
  /** Resumes a paused or failed upload, or one interrupted by a reload whose file was found again. */
  resume(key: string): Promise<void>;
  /** Provides the file of an interrupted upload; false where it is a different file. */
  giveFile(key: string, file: File): boolean;
  answerConflict(key: string, choice: ConflictChoice, forAll: boolean): void;
  /** Aborts an upload and discards its bytes; a finished one is only removed from the list. */
  cancel(key: string): void;
  /** Removes finished uploads from the list. */
  clearDone(): void;
  /** Stops all uploads for good and accepts no more; what is stored for the next start stays. */
  close(): void;
};
