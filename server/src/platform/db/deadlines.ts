/** How long the database may take for what, in milliseconds; 0 is no limit of PostgreSQL. Nothing waits without end. */
export type Deadlines = {
  /** For a connection: a free one of the pool, or a new one. */
  connectMs: number;
  /** For one of the connections that transactions share. */
  turnMs: number;
  /** PostgreSQL ends a statement after this time, */
  statementMs: number;
  /** the wait for a lock, */
  lockMs: number;
  /** and a transaction in which nothing is asked. */
  idleInTransactionMs: number;
  /** A connection is given up when no answer came for this time: longer than a statement, which fails more clearly. */
  answerMs: number;
  /**
   * Where that is long: after this time PostgreSQL is asked on another connection whether it works on the statement at
   * all, which it does not where the network swallowed it.
   */
  askAfterMs?: number;
  /**
   * The deadline of a commit. While a synchronous standby is lost, PostgreSQL answers none. Shorter than a wait for a lock,
   * so that who waits for what such a commit has locked can be told why.
   */
  commitMs: number;
};

/**
 * Of what somebody waits for. A write is answered within 15 s whatever happens to the database: its turn, a
 * wait for a lock or its commit, and the second within which an overdue answer is seen.
 */
export const INTERACTIVE: Deadlines = {
  connectMs: 5_000,
  turnMs: 4_000,
  statementMs: 9_000,
  lockMs: 8_000,
  idleInTransactionMs: 60_000,
  answerMs: 10_000,
  commitMs: 7_000,
};

/** Of jobs and of an administrator's commands: rebuilds, exports, imports, collections. */
export const BACKGROUND: Deadlines = {
  connectMs: 5_000,
  turnMs: 30_000,
  statementMs: 600_000,
  lockMs: 60_000,
  idleInTransactionMs: 600_000,
  answerMs: 610_000,
  askAfterMs: 10_000,
  commitMs: 30_000,
};

/** Of what changes tables: it may take hours where they are large, and limits its waits for locks by itself. */
export const MIGRATION: Deadlines = {
  connectMs: 10_000,
  turnMs: 30_000,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
  answerMs: 24 * 3_600_000,
  commitMs: 60_000,
};
