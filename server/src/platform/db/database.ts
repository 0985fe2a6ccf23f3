import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { isRetryable } from './database-errors.ts';
import type { DbLog, PgConfig } from './pg-config.ts';
import { pipelinedTransaction, type SendLast } from './pipelined-transaction.ts';
import { PreparingClient } from './preparing-client.ts';

declare const inTransactionBrand: unique symbol;

/** What reads take: the pool, or a transaction when they must see its own writes. */
export type Db<Tables> = Kysely<Tables>;

/** What writes take: only `inTransaction` makes one. */
export type Tx<Tables> = Transaction<Tables> & { readonly [inTransactionBrand]: true };

export type DatabaseOptions = {
  pgConfig: PgConfig;
  poolSize: number;
  log: DbLog;
  /** Shown in pg_stat_activity. */
  applicationName: string;
};

export type Database<Tables> = {
  db: Db<Tables>;
  /** The same connections, for libraries that speak to the driver. */
  pool: pg.Pool;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const TRANSACTION_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const { log } = options;
  const pool = new pg.Pool({
    ...options.pgConfig,
    Client: PreparingClient,
    // Statements that do not wait for each other's answers are sent in one go.
    pipeline: true,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  // An idle connection broke; the pool drops it and makes another when one is asked for.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'A database connection was lost'));
  // One that breaks between two statements tells its user with the next; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    // Not db.destroy(): it leaves the pool open when kysely itself has not used it yet.
    close: () => pool.end(),
  };
}

/** Runs the work in one transaction, again when it collided with another one; so the work must have no effect elsewhere. */
export async function inTransaction<Tables, Result>(
  db: Db<Tables>,
  work: (tx: Tx<Tables>, sendLast: SendLast) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pipelinedTransaction(db, (tx, sendLast) => work(tx as Tx<Tables>, sendLast));
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !isRetryable(error)) throw error;
      // At once it would often snatch the same rows again before the other one wakes up.
      const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
      await sql`select pg_sleep(${pauseMs / 1000})`.execute(db);
    }
  }
}

type TextParser = (text: string) => unknown;

/** Counters, ids and times are bigint in the tables and plain numbers here. */
function typeParser(oid: number, format?: 'text' | 'binary'): TextParser {
  if (format !== 'binary') {
    if (oid === pg.types.builtins.INT8) return safeInteger;
    if (oid === INT8_ARRAY) return safeIntegers;
  }
  return pg.types.getTypeParser(oid, format as 'text');
}

const INT8_ARRAY = 1016;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, which no number can hold exactly`);
  return value;
}

const parseInt8Array = pg.types.getTypeParser(INT8_ARRAY as number) as (text: string) => (string | null)[];

function safeIntegers(text: string): (number | null)[] {
  return parseInt8Array(text).map((item) => (item === null ? null : safeInteger(item)));
}
