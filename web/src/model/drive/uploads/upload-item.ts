import type { ApiError } from '@bocau/contract/client.ts';
import type { OnConflict } from '@bocau/contract/drive.ts';

type Asked = { mode: 'read' };
/** What browsers add to a handle, where they keep one over a reload. */
export type FileHandle = FileSystemFileHandle & {
  queryPermission?(asked: Asked): Promise<PermissionState>;
  requestPermission?(asked: Asked): Promise<PermissionState>;
};

/** A file to be uploaded. */
export type UploadSource = {
  file: File;
  /** With it the browser finds the file again after a reload; not every browser gives one. */
  handle?: FileHandle | undefined;
  /** Folders that it lay in where a folder was dropped, from the top; they are made where they are not there. */
  folders: readonly string[];
};

/**
 * `offline`: goes on by itself. `conflict`: the name is taken, and somebody has to say what is wanted. `file-needed`:
 * after a reload the file has to be chosen once more.
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
  /** Where it was dropped; null at the top. */
  readonly folderId: string | null;
  readonly folders: readonly string[];
  readonly state: UploadState;
  readonly sent: number;
  /** With `offline`: why the server does not take it for now; null where there is no connection. */
  readonly error: ApiError | null;
  /** Why it failed: the folder among its own whose name a file has. */
  readonly takenFolder: string | null;
  /** The file that it became. */
  readonly entryId: string | null;
  /** The same for what is added while others are under way. */
  readonly round: number;
};

export type ConflictChoice = Exclude<OnConflict, 'fail'> | 'skip';

export type UploadQueue = {
  /** The address of the account whose uploads they are. */
  readonly owner: string;
  subscribe(listener: () => void): () => void;
  /** In the order in which they were added; the same list until something changes. */
  items(): readonly UploadItem[];
  /** The keys of what was added. Unless it is given what becomes of a name that is taken, somebody is asked. */
  add(sources: readonly UploadSource[], folderId: string | null, onConflict?: OnConflict): string[];
  pause(key: string): void;
  /** Goes on with what was paused, has failed, or was left by a reload and is found again. */
  resume(key: string): Promise<void>;
  /** The file of an upload that was left by a reload; false where it is another one. */
  giveFile(key: string, file: File): boolean;
  answerConflict(key: string, choice: ConflictChoice, forAll: boolean): void;
  /** Stops it, and what was sent of it is thrown away. What is done only leaves the list. */
  cancel(key: string): void;
  /** What is done leaves the list. */
  clearDone(): void;
  /** Stops all of them for good, and takes no more; what is kept for after a reload stays. */
  close(): void;
};
