import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import type { DriveListRef, DriveOrder } from './drive-list.ts';
import type { DriveOperation } from './drive-noun.ts';

/** The loaded part of a list, pending operations applied. The same object until something in it changes. */
export type DriveView = {
  loading: 'loading' | 'ready' | 'failed';
  files: readonly DriveFile[];
  /** The server has rows beyond these. */
  hasMore: boolean;
  total: number | null;
  /** The folders above and the folder itself, from the top down. */
  breadcrumb: readonly DriveStep[];
  permission: DriveFile['prop']['permission'];
  error: ApiError | null;
};

export type DriveUsage = { used: number; reserved: number; quota: number };

/** An operation that has begun: the screen has changed already. */
export type DriveAct = {
  readonly id: number;
  readonly operation: DriveOperation;
  /** Undoes it, on the screen within this very call; false when there is nothing to undo. */
  undo(): Promise<boolean>;
  /**
   * Settles when the server has answered: true when done, false when refused or undone before it was sent.
   */
  readonly settled: Promise<boolean>;
};

/** `undoing`: its undo was refused. */
export type DriveEvent =
  | { kind: 'refused'; operation: DriveOperation; error: ApiError; undoing: boolean }
  /** Entries that got another name, because theirs was taken. */
  | { kind: 'renamed'; entries: readonly DriveRenamed[] };

export type DriveRenamed = { before: string; name: string };

/** The drive as the browser knows it, without React. Built like MailModel, on the same engine. */
export type DriveModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: DriveEvent) => void): () => void;

  view(ref: DriveListRef, order: DriveOrder): DriveView;
  /** Loads the list if needed, and keeps it up to date until released. */
  hold(ref: DriveListRef, order: DriveOrder): () => void;
  /** Loads the next page of rows. */
  loadMore(ref: DriveListRef, order: DriveOrder): void;
  refresh(ref: DriveListRef, order: DriveOrder): Promise<void>;
  /** An entry, wherever it is, and the list that shows it to this user. */
  find(id: string): Promise<{ file: DriveFile; list: DriveListRef }>;
  usage(): DriveUsage | null;
  /** What other people have trashed in this drive, until its owner has seen it. */
  deletions(): readonly DriveFile[];
  markDeletionsSeen(files: readonly DriveFile[]): Promise<void>;

  /**
   * Optimistic: the screen changes within this very call; the server gets it at once, or when the connection
   * is back.
   */
  act(operation: DriveOperation): DriveAct;
  /** Not optimistic: only the server knows ids and names. */
  createFolder(parentId: string | null, name: string): Promise<DriveFile>;
  /** The copies, if one call was enough; larger copies are a job, whose progress is in `copies`. */
  copy(files: readonly DriveFile[], to: string | null): Promise<readonly DriveFile[]>;
  /** Copy jobs that run, or whose end has not been reported. */
  copies(): readonly DriveCopyJob[];
  cancelCopy(id: string): Promise<void>;
  forgetCopy(id: string): void;
  /** Trashes what a job has created. */
  undoCopy(job: DriveCopyJob): Promise<void>;
  emptyTrash(): Promise<void>;
  restoreVersion(fileId: string, versionId: string): Promise<void>;

  /** Sends what an earlier page has left unsent; rejects when the server can't be reached. */
  start(): Promise<void>;
  /** The server has announced a change. */
  changed(): void;
  /** The connection is back. */
  connected(): void;
  close(): void;
};
