import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import type { DriveListRef, DriveOrder } from './drive-list.ts';
import type { DriveOperation } from './drive-noun.ts';

/** What of a list is loaded, pending operations applied. The same object until something in it changes. */
export type DriveView = {
  loading: 'loading' | 'ready' | 'failed';
  files: readonly DriveFile[];
  /** The server has rows beyond these. */
  hasMore: boolean;
  total: number | null;
  /** The folders above and the folder itself, from the top. */
  breadcrumb: readonly DriveStep[];
  permission: DriveFile['prop']['permission'];
  error: ApiError | null;
};

export type DriveUsage = { used: number; reserved: number; quota: number };

/** An act that was begun: the screen has changed already. */
export type DriveAct = {
  readonly id: number;
  readonly operation: DriveOperation;
  /** Takes it back, on the screen in this very call; false when there is nothing to take back. */
  undo(): Promise<boolean>;
  /** Settles when the server has answered: true when it is done, false when it was refused, or taken back unsent. */
  readonly settled: Promise<boolean>;
};

/** `undoing`: what was refused was to take it back. */
export type DriveEvent =
  | { kind: 'refused'; operation: DriveOperation; error: ApiError; undoing: boolean }
  /** Where their names were taken, entries got others. */
  | { kind: 'renamed'; entries: readonly DriveRenamed[] };

export type DriveRenamed = { before: string; name: string };

/** The drive as the browser knows it, without React. See MailModel, which is built alike over the same engine. */
export type DriveModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: DriveEvent) => void): () => void;

  view(ref: DriveListRef, order: DriveOrder): DriveView;
  /** Loads the list if it is not there, keeps it in step until released. */
  hold(ref: DriveListRef, order: DriveOrder): () => void;
  /** Loads the rows that follow those that are there. */
  loadMore(ref: DriveListRef, order: DriveOrder): void;
  refresh(ref: DriveListRef, order: DriveOrder): Promise<void>;
  /** One entry, wherever it lies, and the list that it stands in for who asks. */
  find(id: string): Promise<{ file: DriveFile; list: DriveListRef }>;
  usage(): DriveUsage | null;
  /** What others have put into the trash of this drive, until its owner has seen it. */
  deletions(): readonly DriveFile[];
  markDeletionsSeen(files: readonly DriveFile[]): Promise<void>;

  /** The screen changes in this very call; the server is told at once, or on return when there is no connection. */
  act(operation: DriveOperation): DriveAct;
  /** These wait for the server: it knows ids and names. */
  createFolder(parentId: string | null, name: string): Promise<DriveFile>;
  /** What is copied by one call; of more, which a job copies, `copies` says how far it is. */
  copy(files: readonly DriveFile[], to: string | null): Promise<readonly DriveFile[]>;
  /** Copies by jobs that run, and those whose end has not been said. */
  copies(): readonly DriveCopyJob[];
  cancelCopy(id: string): Promise<void>;
  forgetCopy(id: string): void;
  /** Puts what a job has made into the trash. */
  undoCopy(job: DriveCopyJob): Promise<void>;
  emptyTrash(): Promise<void>;
  restoreVersion(fileId: string, versionId: string): Promise<void>;

  /** The server has said that something changed. */
  changed(): void;
  /** There is a connection again. */
  connected(): void;
  close(): void;
};
