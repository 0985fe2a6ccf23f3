import { createStore } from '../../lib/store.ts';
import type { ActTarget } from './act-target.ts';

/** The dialog about threads that is open. */
export type ThreadDialog =
  | { kind: 'move'; target: ActTarget }
  | { kind: 'spam'; target: ActTarget }
  | { kind: 'delete-for-good'; target: ActTarget }
  | { kind: 'empty-trash'; target: ActTarget }
  | { kind: 'shortcuts' }
  | { kind: 'history' }
  | { kind: 'palette' };

export const threadDialog = createStore<ThreadDialog | null>(null);
