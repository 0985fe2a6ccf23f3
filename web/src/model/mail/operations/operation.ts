import type { Labelled } from '@bocau/contract/labels.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import type { Moved, Thread } from '@bocau/contract/threads.ts';

/** Threads of one folder, as a list shows them. */
export type ThreadsIn = {
  /** The target folder of the act, by id. */
  folderId: string;
  threads: readonly Thread[];
};

/** What a user can do to mail, as data: it can be persisted over a reload, described in words, and undone. */
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
  | { kind: 'delete-message'; thread: Thread; messageId: string; folderId: string }
  /** Puts labels on conversations and takes them off, by their ids. */
  | {
      kind: 'label';
      groups: readonly ThreadsIn[];
      add: readonly string[];
      remove: readonly string[];
      /** Set for this message alone; `stay`: labels that other messages of its folder carry. */
      message?: { id: string; stay: readonly string[] };
    }
  /** Until a Unix second, or until somebody answers. */
  | { kind: 'snooze'; groups: readonly ThreadsIn[]; until: number | null }
  | { kind: 'unsnooze'; groups: readonly ThreadsIn[] }
  | { kind: 'pin' | 'mute'; groups: readonly ThreadsIn[]; on: boolean }
  /** Reminds of the last sent message at a Unix second unless somebody answers; null for no more. */
  | { kind: 'follow-up'; groups: readonly ThreadsIn[]; at: number | null };

/** Rows of one thread by the list that shows them: a folder's id, or `Starred`. */
export type RowsByList = ReadonlyMap<string, Thread>;

/** What the server reports to have done. */
export type Done = {
  moves: Moved['moved'];
  /**
   * Rules that blocked the senders of what is not spam. Only the first answer names them: if it is lost, they
   * are missing.
   */
  removedRules: readonly Rule[];
  /** Messages whose labels changed, and those that they had before. */
  labelled?: Labelled['changed'];
};

/** Undoes a move: everything that the server reported as moved goes back to where it came from. */
export type PutBack = {
  kind: 'put-back';
  /** The operation that is undone. */
  operation: Operation;
  threads: readonly {
    thread: Thread;
    folderId: string;
    before: readonly (readonly [list: string, row: Thread])[];
    /** Folders whose lists the operation removed the thread from, and those that it added it to. */
    left: readonly string[];
    entered: readonly string[];
  }[];
  /** Where each message went; null until the answer to the operation is there. */
  done: Done | null;
  /** The operation was sent more than once: its last answer may not name what an earlier attempt moved. */
  unclear: boolean;
};

/** Undoes an act on labels. */
export type RestoreLabels = {
  kind: 'restore-labels';
  operation: Extract<Operation, { kind: 'label' }>;
  threads: readonly {
    thread: Thread;
    folderId: string;
    before: readonly (readonly [list: string, row: Thread])[];
  }[];
  /** Null until the answer to the operation is there. */
  done: Done | null;
  /** The operation was sent more than once: its last answer may not name what an earlier attempt changed. */
  unclear: boolean;
};

/** What is sent: operations of the user, and their undo. */
export type Step = Operation | PutBack | RestoreLabels;
