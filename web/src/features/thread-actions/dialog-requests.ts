import { createStore } from '../../lib/store.ts';
import type { ActTarget } from './act-target.ts';

/** Of the list of scheduled or of periodic messages; what is not scheduled or periodic is left out by the server. */
export type PlannedSends = {
  list: 'WEBMAIL_SCHEDULED' | 'webmail_period';
  /** Null for all of the list. */
  messageIds: readonly string[] | null;
  /** What is asked about. */
  threads: number;
  onEnded?: () => void;
};

/** The dialog about threads that is open. */
export type ThreadDialog =
  | { kind: 'move'; target: ActTarget }
  | { kind: 'spam'; target: ActTarget }
  | { kind: 'delete-for-good'; target: ActTarget }
  | { kind: 'empty-trash'; target: ActTarget }
  | { kind: 'cancel-planned'; planned: PlannedSends }
  | { kind: 'shortcuts' }
  | { kind: 'history' }
  | { kind: 'palette' };

export const threadDialog = createStore<ThreadDialog | null>(null);
