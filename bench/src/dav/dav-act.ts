import type { Side } from './dav-side.ts';

export type Given = { side: Side; size: number; round: number };

/**
 * Milliseconds until the last byte: `ms` from the call on, with a connection of its own, and `served` from the moment that
 * the connection is there.
 */
export type Taken = { ms: number; served: number };

export type Act = {
  scenario: string;
  title: string;
  rounds: number;
  /** Sides without an outbox are left out. */
  needsOutbox?: true;
  /** Nobody else is asked. */
  isOursAlone?: true;
  /** In how many milliseconds it is promised to be served. */
  servedWithin?: number;
  run(given: Given): Promise<Taken>;
};
