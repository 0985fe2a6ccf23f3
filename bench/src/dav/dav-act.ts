import type { Side } from './dav-side.ts';
import type { Taken } from './timed-dav.ts';

/**
 * Of a server that has run for minutes: PostgreSQL plans a statement for good after some eight uses on each connection.
 */
export const MANY = { rounds: 15, warmUp: 30 };

export type Given = { side: Side; size: number; round: number };

export type Act = {
  scenario: string;
  title: string;
  rounds: number;
  /** Of how many rounds before these nothing is kept. */
  warmUp: number;
  /** Sides without an outbox are left out. */
  needsOutbox?: true;
  /** Nobody else is asked. */
  isOursAlone?: true;
  /** In how many milliseconds it is promised to be served. */
  servedWithin?: number;
  run(given: Given): Promise<Taken>;
};
