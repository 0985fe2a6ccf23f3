import type { Spread } from './statistics.ts';

/** One line of the results. Times are in milliseconds. */
export type Row = {
  scenario: string;
  title: string;
  /** Messages in the mailbox; null if irrelevant. */
  size: number | null;
  samples: number;
  server?: Spread;
  client?: Spread;
  /** Time of the same SQL through the same driver, without HTTP. */
  bare?: Spread;
  /** Server time divided by that of bare SQL: median of the rounds. */
  timesBare?: number;
  /** Server time divided by that of the next smaller mailbox: median of the rounds. */
  timesSmall?: number;
  perSecond?: number;
  /** `perSecond` divided by the rate without the measured feature: median of the rounds. */
  ofPlain?: number;
  worstMs?: number;
  megabytes?: number;
  kilobytes?: number;
  /** Bytes on disk per byte of mail. */
  timesMail?: number;
  /** Fraction of frames that were late. */
  dropped?: number;
  /** Anything needed to interpret the line. */
  note?: string;
};
