import { createStore } from '../../lib/store.ts';
import type { ActName } from './act-words.ts';

/**
 * An act on many threads that the batch panel shows: thread by thread from here, or on the server as a whole.
 */
export type Job =
  | { kind: 'batch'; name: ActName; total: number; done: number; stopping: boolean }
  | ({ kind: 'bulk'; id: string; undoing: boolean } & BulkAct);

export type BulkAct = {
  name: ActName;
  /** The name of the folder, or of the label, that it is about. */
  folder: string;
  /** Runs once the server has undone it. */
  afterUndo?: (() => void) | undefined;
};

export const job = createStore<Job | null>(null);
