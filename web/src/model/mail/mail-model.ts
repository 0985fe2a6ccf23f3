import type { Quota } from '@bocau/contract/account.ts';
import type { BulkAction, BulkJob } from '@bocau/contract/bulk.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Label, LabelColor } from '@bocau/contract/labels.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { Operation } from './operations/operation.ts';

/** The search parameters of the URL: only those that are given. */
export type SearchTerms = Readonly<Record<string, string>>;

/** Sort orders besides newest first: by size, or by sender from A to Z, and their reverse. */
export type ListSort = 'size' | 'size_asc' | 'sender' | 'sender_desc';

/**
 * What a list shows: a folder by its path, the starred threads, a label by its id, or a search; all but the
 * last may be filtered.
 */
export type ListRef =
  | { kind: 'folder'; path: string; filter?: SearchTerms; sort?: ListSort }
  | { kind: 'starred'; filter?: SearchTerms; sort?: ListSort }
  | { kind: 'label'; id: string; filter?: SearchTerms; sort?: ListSort }
  | { kind: 'search'; terms: SearchTerms };

export type LabelChange = { name?: string; color?: LabelColor; position?: number | null; hidden?: boolean };

export type PageRef = { list: ListRef; offset: number; limit: number };

export type Loading = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * For a search of several words: how many more conversations have them apart; `shown`: the list is of those.
 */
export type WordsApart = { total: number; isCapped: boolean; shown: boolean };

/** One page of a list, pending operations applied. The same object until something in it changes. */
export type ListView = {
  loading: Loading;
  /** From the cache of an earlier visit: the server has not answered yet. */
  lastSeen: boolean;
  threads: readonly Thread[];
  total: number;
  unread: number;
  /** A search stops counting at a cap; then the total is "at least". */
  totalIsCapped: boolean;
  /** Sorted by date for now, as the server cannot sort by the requested order yet. */
  sortPending: boolean;
  apart: WordsApart | null;
  error: ApiError | null;
};

export type ThreadView = {
  loading: Loading;
  thread: ThreadWithMessages | null;
  error: ApiError | null;
};

/** An operation that has begun: the screen has changed already. */
export type Act = {
  readonly id: number;
  readonly operation: Operation;
  /** Undoes it, on the screen within this very call; false when there is nothing to undo. */
  undo(): Promise<boolean>;
  /**
   * Settles when the server has answered: true when done, false when refused or undone before it was sent.
   */
  readonly settled: Promise<boolean>;
};

/** An act, by its id, that waits because the server keeps failing. `undoing`: it is the undo that waits. */
export type StuckAct = { readonly id: number; readonly operation: Operation; readonly undoing: boolean };

/** Events for the screens, besides changed data. */
export type ModelEvent =
  | { kind: 'new-mail'; thread: Thread; messageId: string }
  /** `id`: of the act. `undoing`: its undo was refused. */
  | { kind: 'operation-refused'; id: number; operation: Operation; error: ApiError; undoing: boolean }
  | { kind: 'bulk-progress'; job: BulkJob }
  /** Settings or rules may have changed: screens that show them fetch them again. */
  | { kind: 'settings-changed' };

/**
 * The mailbox as the browser knows it, without React: a member of the session, which starts and ends it.
 * Server state comes in by answers, the journal and the socket; operations of the user are applied on top
 * until the server's state contains them. Every reader is pure and returns the same object until what it
 * shows changes, so that a screen can compare by identity.
 */
export type MailModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: ModelEvent) => void): () => void;

  quota(): Quota | null;
  /** The tree as the server sends it, with pending operations applied to its counts. */
  folders(): readonly Folder[];
  folderByPath(path: string): Folder | null;
  folderById(id: string): Folder | null;
  starredCounts(): { total_threads: number; unread_threads: number };
  /** In the order in which the sidebar shows them. */
  labels(): readonly Label[];
  /** How many conversations wait for an answer. */
  waiting(): number;

  list(page: PageRef): ListView;
  /** Loads the page if needed, and keeps it up to date until released. */
  holdList(page: PageRef): () => void;
  refreshList(page: PageRef): Promise<void>;

  thread(id: string, path: string | null): ThreadView;
  /** Loads the thread and keeps it up to date until released. `peek` reads ahead without marking it read. */
  holdThread(id: string, path: string | null, options?: { peek?: boolean }): () => void;
  /** Loads the body of a message that was delivered collapsed. */
  loadMessage(id: string): Promise<Message>;
  message(id: string): Message | null;

  /**
   * Optimistic: the screen changes within this very call; the server gets it at once, or when the connection
   * is back.
   */
  act(operation: Operation): Act;
  /** ER-3: all acts that wait, once one has failed twice; empty when the server does not answer at all. */
  stuckActs(): readonly StuckAct[];
  /** Undoes all stuck acts on the screen within this very call, and returns them. */
  takeBackStuck(): readonly StuckAct[];
  /** Undoes the latest waiting act, also one of an earlier visit; null when there is none. */
  takeBackWaiting(): StuckAct | null;

  createFolder(input: { name: string; display_name?: string }): Promise<Folder>;
  updateFolder(id: string, input: { name: string; display_name?: string }): Promise<Folder>;
  /**
   * Moves a folder below another one or, by null, to the top; before a sibling, at the end, or in order of
   * its name.
   */
  placeFolder(id: string, spot: { parent_id: string | null; before_id?: string | null }): Promise<Folder>;
  /**
   * With a target its mail moves there; `null` deletes the mail; `undefined` only deletes an empty folder.
   */
  deleteFolder(id: string, to?: string | null): Promise<void>;

  createLabel(input: { name: string; color: LabelColor }): Promise<Label>;
  /** Shown at once, and taken back when the server refuses it. */
  changeLabel(id: string, change: LabelChange): Promise<Label>;
  /** Resolves to the id of the bulk job, whose undo restores the label with its messages. */
  deleteLabel(id: string): Promise<string>;

  startBulk(input: {
    where: ListRef;
    action: BulkAction;
    to_folder_id?: string;
    label_id?: string;
    block_senders?: boolean;
  }): Promise<string>;
  /** Applies a filter to the messages of a folder, by its path, or to all mail. */
  startFilter(ruleId: string, path: string | null): Promise<string>;
  /** Follows a job that another call has begun, by its id, and resolves to it. */
  followBulk(id: string): Promise<string>;
  /** The latest jobs that the server knows, of this and of other pages, the newest first. */
  latestBulkJobs(): Promise<readonly BulkJob[]>;
  bulkJob(id: string): BulkJob | null;
  cancelBulk(id: string): Promise<void>;
  undoBulk(id: string): Promise<void>;
};
