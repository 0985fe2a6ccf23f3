import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import type { SessionModel } from '../session/session-model.ts';

export type MailOptions = {
  /** Starts the mailbox, passes changes to it, and ends it. */
  session: SessionModel;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Names the tab that persisted an operation: differs between tabs, and without locks stays over a reload. */
  tabId: string;
  claim?: ClaimTab | undefined;
};
