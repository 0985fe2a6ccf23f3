import type { Side } from './dav-side.ts';
import type { Taken } from './timed-dav.ts';

export type Given = { side: Side; size: number; round: number };

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
