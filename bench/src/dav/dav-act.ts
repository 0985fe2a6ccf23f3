import type { Side } from './dav-side.ts';

export type Given = { side: Side; size: number; round: number };

export type Act = {
  scenario: string;
  title: string;
  rounds: number;
  /** Sides without an outbox are left out. */
  needsOutbox?: true;
  /** Returns the duration in milliseconds. */
  run(given: Given): Promise<number>;
};
