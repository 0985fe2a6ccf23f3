import type { Quota } from '@bocau/contract/account.ts';
import type { BulkAction, BulkJob } from '@bocau/contract/bulk.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { Operation } from './operations/operation.ts';

/** The search parameters as they stand in the address: only what is given. */
export type SearchTerms = Readonly<Record<string, string>>;

/** In what order a list is shown that does not begin with the newest: the largest first, or by sender from A to Z. */
export type ListSort = 'size' | 'size_asc' | 'sender' | 'sender_desc';

/** What a list shows: a folder by its path, the starred threads, or a search; of the first two what the filter leaves. */
export type ListRef =
  | { kind: 'folder'; path: string; filter?: SearchTerms; sort?: ListSort }
  | { kind: 'starred'; filter?: SearchTerms; sort?: ListSort }
  | { kind: 'search'; terms: SearchTerms };

export type PageRef = { list: ListRef; offset: number; limit: number };

export type Loading = 'idle' | 'loading' | 'ready' | 'failed';

/** Of a search for several words: how many conversations more have them apart; `shown` where the list is of those. */
export type WordsApart = { total: number; isCapped: boolean; shown: boolean };

/** One page of a list, pending operations applied. The same object until something in it changes. */
export type ListView = {
  loading: Loading;
  /** As it was at an earlier visit: the server has not answered yet. */
  lastSeen: boolean;
  threads: readonly Thread[];
  total: number;
  unread: number;
  /** A search counts only so far; then the total is "at least". */
  totalIsCapped: boolean;
  /** By date for now, as the server cannot tell the order that was asked for yet. */
  sortPending: boolean;
  apart: WordsApart | null;
  error: ApiError | null;
};

export type ThreadView = {
  loading: Loading;
  thread: ThreadWithMessages | null;
  error: ApiError | null;
};

/** An act that was begun: the screen has changed already. */
export type Act = {
  readonly id: number;
  readonly operation: Operation;
  /** Takes it back, on the screen in this very call; false when there is nothing to take back. */
  undo(): Promise<boolean>;
  /** Settles when the server has answered: true when it is done, false when it was refused, or taken back unsent. */
  readonly settled: Promise<boolean>;
};

/** An act, by its id, that waits because the server keeps failing. `undoing`: what waits is to take it back. */
export type StuckAct = { readonly id: number; readonly operation: Operation; readonly undoing: boolean };

/** What the screens are told besides changed data. */
export type ModelEvent =
  | { kind: 'new-mail'; thread: Thread; messageId: string }
  /** `id`: of the act. `undoing`: what was refused was to take it back. */
  | { kind: 'operation-refused'; id: number; operation: Operation; error: ApiError; undoing: boolean }
  | { kind: 'bulk-progress'; job: BulkJob }
  /** Settings or rules may have changed: whoever shows them fetches them anew. */
  | { kind: 'settings-changed' };

/**
 * The mailbox as the browser knows it, without React: a member of the session, which starts and ends it. Server truth
 * comes in by answers, the journal and the socket;
 * operations of the user are applied on top until the server's state contains them. Every reader is pure and gives the same object until
 * what it shows changes, so that a screen can compare by identity.
 */
export type MailModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: ModelEvent) => void): () => void;

  quota(): Quota | null;
  /** The tree as the server gives it, counts with pending acts. */
  folders(): readonly Folder[];
  folderByPath(path: string): Folder | null;
  folderById(id: string): Folder | null;
  starredCounts(): { total_threads: number; unread_threads: number };

  list(page: PageRef): ListView;
  /** Loads the page if it is not there, keeps it in step until released. */
  holdList(page: PageRef): () => void;
  refreshList(page: PageRef): Promise<void>;

  thread(id: string, path: string | null): ThreadView;
  /** Loads the thread and keeps it in step until released. `peek` reads ahead without marking read. */
  holdThread(id: string, path: string | null, options?: { peek?: boolean }): () => void;
  /** The body of a message that came collapsed. */
  loadMessage(id: string): Promise<Message>;
  message(id: string): Message | null;

  /** The screen changes in this very call; the server is told at once, or on return when there is no connection. */
  act(operation: Operation): Act;
  /** ER-3: from the second failure of one of them on, all acts that wait; none where the server does not answer at all. */
  stuckActs(): readonly StuckAct[];
  /** Takes them back on the screen in this very call, and gives those that were. */
  takeBackStuck(): readonly StuckAct[];
  /** The same for the latest act that waits, also of an earlier visit; null where none does. */
  takeBackWaiting(): StuckAct | null;

  createFolder(input: { name: string; display_name?: string }): Promise<Folder>;
  updateFolder(id: string, input: { name: string; display_name?: string }): Promise<Folder>;
  /** Below another folder or, by null, at the top; before one of those there, at the end, or where its name puts it. */
  placeFolder(id: string, spot: { parent_id: string | null; before_id?: string | null }): Promise<Folder>;
  /** With a target its mail goes there; with `null` it is deleted; `undefined` only deletes an empty folder. */
  deleteFolder(id: string, to?: string | null): Promise<void>;

  startBulk(input: {
    where: ListRef;
    action: BulkAction;
    to_folder_id?: string;
    block_senders?: boolean;
  }): Promise<string>;
  /** Has a filter act on what lies in a folder, by its path, or on all mail. */
  startFilter(ruleId: string, path: string | null): Promise<string>;
  /** The latest jobs that the server knows, of this page and of others, the newest first. */
  latestBulkJobs(): Promise<readonly BulkJob[]>;
  bulkJob(id: string): BulkJob | null;
  cancelBulk(id: string): Promise<void>;
  undoBulk(id: string): Promise<void>;
};
