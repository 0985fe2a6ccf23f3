import type { Spread } from './statistics.ts';

/** One line of the result. Times are milliseconds. */
export type Row = {
  scenario: string;
  title: string;
  /** Messages in the mailbox; null where it makes no difference. */
  size: number | null;
  samples: number;
  server?: Spread;
  client?: Spread;
  /** The same SQL through the same driver. */
  bare?: Spread;
  /** Server time by bare SQL: the median of the rounds. */
  timesBare?: number;
  /** Server time by that of the next smaller mailbox: the median of the rounds. */
  timesSmall?: number;
  perSecond?: number;
  /** That rate by the rate without what is measured: the median of the rounds. */
  ofPlain?: number;
  worstMs?: number;
  megabytes?: number;
  kilobytes?: number;
  /** Bytes on the disk for each byte of mail. */
  timesMail?: number;
  /** The part of the frames that came late. */
  dropped?: number;
  /** Anything that has to be known to read the line. */
  note?: string;
};
