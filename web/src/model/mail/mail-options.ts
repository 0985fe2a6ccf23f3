import type { KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import type { SessionModel } from '../session/session-model.ts';

export type MailOptions = {
  /** Starts the mailbox, tells it of changes, and ends it. */
  session: SessionModel;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** The same over a reload, another one in each tab: it says which tab's operations are persisted where. */
  tabId: string;
};
