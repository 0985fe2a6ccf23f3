import type { Message } from '@bocau/contract/messages.ts';
import { createStore } from '../../lib/store.ts';
import type { ActTarget } from './act-target.ts';

/** A selection from the list of scheduled or of periodic messages; the server ignores any others in it. */
export type PlannedSends = {
  list: 'WEBMAIL_SCHEDULED' | 'webmail_period';
  /** Null for the whole list. */
  messageIds: readonly string[] | null;
  /** The number of conversations to ask about. */
  threads: number;
  onEnded?: () => void;
};

/** The open dialog about threads. */
export type ThreadDialog =
  | { kind: 'move'; target: ActTarget }
  /** With a message, for this one alone of an open conversation. */
  | { kind: 'label'; target: ActTarget; message?: Message }
  | { kind: 'snooze'; target: ActTarget }
  | { kind: 'follow-up'; target: ActTarget }
  | { kind: 'spam'; target: ActTarget }
  | { kind: 'delete-for-good'; target: ActTarget }
  | { kind: 'empty-trash'; target: ActTarget }
  | { kind: 'cancel-planned'; planned: PlannedSends }
  | { kind: 'shortcuts' }
  | { kind: 'history' }
  | { kind: 'palette' };

export const threadDialog = createStore<ThreadDialog | null>(null);
