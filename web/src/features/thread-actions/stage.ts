import { createStore } from '../../lib/store.ts';
import type { ActTarget } from './act-target.ts';

/** What the keyboard and the palette act on: the mailbox screen that is shown says so. */
export type Stage = {
  /** What is picked, else the thread that is read, else the row that has the cursor. */
  target(): ActTarget;
  step(by: 1 | -1, extending: boolean): void;
  open(): void;
  /** Out of the thread, or out of the selection; false when there was nothing to leave. */
  back(): boolean;
  toggleSelected(): void;
};

export const stage = createStore<Stage | null>(null);
