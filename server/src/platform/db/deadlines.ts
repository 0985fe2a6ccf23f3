/** Timeouts for the database in milliseconds; 0 means no limit in PostgreSQL. Every wait is bounded. */
export type Deadlines = {
  /** Getting a connection, from the pool or a new one. */
  connectMs: number;
  /** Getting one of the connections reserved for transactions. */
  turnMs: number;
  /** PostgreSQL's statement_timeout, */
  statementMs: number;
  /** its lock_timeout, */
  lockMs: number;
  /** and its idle_in_transaction_session_timeout. */
  idleInTransactionMs: number;
  /**
   * A connection is given up after this time without an answer. Longer than a statement timeout, which fails
   * with a clearer error.
   */
  answerMs: number;
  /**
   * For long answer timeouts: after this time another connection asks PostgreSQL whether it is working on the
   * statement at all, which it is not when the network lost it.
   */
  askAfterMs?: number;
  /**
   * The deadline of a commit. While a synchronous standby is lost, PostgreSQL answers no commits. Shorter
   * than a lock timeout, so that callers waiting for a lock held by such a commit get the reason.
   */
  commitMs: number;
};

/**
 * For interactive requests. A write is answered within 15 s whatever happens to the database: its turn, a
 * lock wait or its commit, plus the second within which an overdue answer is detected.
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

/** For jobs and administrators' commands: rebuilds, exports, imports, garbage collection. */
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

/** For migrations: they may take hours on large tables, and bound their lock waits themselves. */
export const MIGRATION: Deadlines = {
  connectMs: 10_000,
  turnMs: 30_000,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
  answerMs: 24 * 3_600_000,
  commitMs: 60_000,
};
