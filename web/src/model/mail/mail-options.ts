import type { KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import type { SessionModel } from '../session/session-model.ts';

export type MailOptions = {
  /** Starts the mailbox, passes changes to it, and ends it. */
  session: SessionModel;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Stays the same over a reload and differs between tabs: it names the tab that persisted an operation. */
  tabId: string;
};
