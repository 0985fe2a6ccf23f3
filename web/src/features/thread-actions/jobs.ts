import { createStore } from '../../lib/store.ts';
import type { ActName } from './act-words.ts';

/**
 * An act on many threads that the batch panel shows: thread by thread from here, or on the server as a whole.
 */
export type Job =
  | { kind: 'batch'; name: ActName; total: number; done: number; stopping: boolean }
  | { kind: 'bulk'; name: ActName; id: string; folder: string; undoing: boolean };

export const job = createStore<Job | null>(null);
