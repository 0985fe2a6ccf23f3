import type { TimedDav } from './timed-dav.ts';

export type Outbox = { path: string; organiser: string; people: string[] };

/** One of the servers, all of which have the same in the collection. */
export type Side = {
  name: string;
  dav: TimedDav;
  collection: string;
  /** Its tokens are seconds: what changes in the second of a token is not told. */
  tokensAreSeconds?: true;
  /** Where it is asked when people are busy; absent where it can't be. */
  outbox?: Outbox;
};
