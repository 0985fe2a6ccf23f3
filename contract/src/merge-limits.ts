const MB = 1024 * 1024;

/** Apart from the others, which every first screen loads. */
export const MERGE_LIMITS = {
  /** Of a mailbox; where there are as many, an old one is deleted by hand or goes `keptDays` after it has ended. */
  merges: 100,
  keptDays: 90,
  /** Of one table. A longer one is refused as a whole. */
  rows: 10_000,
  columns: 100,
  /** Characters; a row with a longer cell is left out, and told by its line. */
  cellLength: 4000,
  headingLength: 100,
  /** Bytes of a table, as CSV or as a workbook. */
  tableBytes: 16 * MB,
  /** Files of their own that people get, uploaded to one merge: how many, and bytes of all together. */
  files: 2000,
  fileBytes: 500 * MB,
  titleLength: 200,
  /** Whoever said no: addresses that one call adds, and that a mailbox keeps. */
  refusalsAtOnce: 500,
  refusals: 100_000,
  /** People whom one mailbox writes to by merges within a day, unless its domain says otherwise. */
  perDay: 500,
} as const;
