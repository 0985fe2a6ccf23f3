import type { Rule } from '@bocau/contract/rules.ts';
import type { Moved, Thread } from '@bocau/contract/threads.ts';

/** Threads of one folder, as a list shows them. */
export type ThreadsIn = {
  /** The folder that the act goes to, by id. */
  folderId: string;
  threads: readonly Thread[];
};

/** What a user can do to mail, as data: it can be kept over a reload, shown in words, and taken back. */
export type Operation =
  | { kind: 'mark'; groups: readonly ThreadsIn[]; unread: boolean }
  | { kind: 'star'; thread: Thread; starred: boolean }
  | { kind: 'move'; groups: readonly ThreadsIn[]; toFolderId: string }
  /** Moves to Junk. */
  | { kind: 'spam'; groups: readonly ThreadsIn[] }
  | { kind: 'not-spam'; groups: readonly ThreadsIn[] }
  /** Moves to Trash. */
  | { kind: 'delete'; groups: readonly ThreadsIn[] }
  | { kind: 'delete-for-good'; groups: readonly ThreadsIn[] }
  | { kind: 'restore'; groups: readonly ThreadsIn[] }
  | { kind: 'delete-message'; thread: Thread; messageId: string; folderId: string };

/** Rows of one thread by the list that shows them: a folder's id, or `Starred`. */
export type RowsByList = ReadonlyMap<string, Thread>;

/** What the server says that it did for an act. */
export type Done = {
  moves: Moved['moved'];
  /** Rules that blocked the senders of what is no spam. Told once: they stay away where that answer was lost. */
  removedRules: readonly Rule[];
};

/** Takes a move back: what the server said that it moved goes back to where it came from. */
export type PutBack = {
  kind: 'put-back';
  /** What is taken back. */
  operation: Operation;
  threads: readonly {
    thread: Thread;
    folderId: string;
    before: readonly (readonly [list: string, row: Thread])[];
    /** Folders whose lists the thread had left by the act, and those that it had come into. */
    left: readonly string[];
    entered: readonly string[];
  }[];
  /** Where each message went; null until the act's own answer is there. */
  done: Done | null;
  /** The act was sent more than once: its last answer may not name what an earlier sending moved. */
  unclear: boolean;
};

/** What is sent: acts of the user, and what takes them back. */
export type Step = Operation | PutBack;
