import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { systemClock } from '../clock.ts';
import { createClient } from './connection-config.ts';
import { isRetryable } from './database-errors.ts';
import { type Deadlines, INTERACTIVE } from './deadlines.ts';
import { kyselyOf } from './kysely-of.ts';
import type { DbLog, PgConfig } from './pg-config.ts';
import { type Ending, pipelinedTransaction } from './pipelined-transaction.ts';
import { openPool } from './pool.ts';
import { PlainClient, PreparingClient } from './preparing-client.ts';
import { createWriteTurns, type Lock, type WriteTurns } from './write-turns.ts';

declare const poolBrand: unique symbol;
declare const inTransactionBrand: unique symbol;

/**
 * The parameter type of reads: the pool, or a transaction when they must see its writes. It cannot write:
 * kysely's writing methods are not part of the type, and raw SQL goes through `readRows`, which rejects
 * everything but selects.
 */
export type ReadDb<Tables> = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'fn'>;

/** What transactions are opened on; outside of one it only reads. */
export type Db<Tables> = ReadDb<Tables> & Opener<Tables>;

/** The part of a Db that names its tables, so that they are inferred from it alone. */
type Opener<Tables> = { readonly [poolBrand]: Tables };

/** The parameter type of writes: only `inTransaction` creates one. */
export type Tx<Tables> = Transaction<Tables> & { readonly [inTransactionBrand]: true };

export type DatabaseOptions = {
  pgConfig: PgConfig;
  poolSize: number;
  log: DbLog;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  deadlines?: Deadlines;
};

export type Database<Tables> = {
  db: Db<Tables>;
  /** The same connections, for libraries that use the driver directly. */
  pool: pg.Pool;
  /** Fails when the database does not answer on a new connection. */
  reach(): Promise<void>;
  close(): Promise<void>;
};

/** The semaphore of each pool's transactions, so that reads always find a free connection. */
const turnsOf = new WeakMap<object, WriteTurns>();
/** One of this many connections is reserved for reads. */
const READS_SHARE = 4;
const TRANSACTION_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const { log } = options;
  const deadlines = options.deadlines ?? INTERACTIVE;
  const pool = openPool({
    ...options,
    deadlines,
    // Behind a pooler, the next connection does not have our prepared statements.
    Client: options.pgConfig.pooled ? PlainClient : PreparingClient,
    // Pipelining: statements that do not depend on each other's results are sent together.
    pipeline: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    // An idle connection broke; the pool drops it and opens another on demand.
    onLost: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const forReads = Math.floor(options.poolSize / READS_SHARE);
  const atOnce = options.poolSize - forReads;
  turnsOf.set(db, createWriteTurns({ atOnce, turnMs: deadlines.turnMs, log }));
  return {
    db: db as ReadDb<Tables> as Db<Tables>,
    pool,
    reach: () => askOnNewConnection({ ...options, deadlines }),
    // Not db.destroy(): it leaves the pool open when kysely itself has not used it yet.
    close: () => pool.end(),
  };
}

/**
 * Runs the work in one transaction and retries it after a conflict, so the work must have no other side
 * effects.
 */
export function inTransaction<Tables, Result>(
  db: Opener<Tables>,
  work: (tx: Tx<Tables>, ending: Ending) => Promise<Result>,
): Promise<Result> {
  return inLockingTransaction(db, undefined, work);
}

/**
 * Like `inTransaction`, for work that first takes the lock named by `lock`: most transactions waiting for the
 * same lock occupy no connection.
 */
export async function inLockingTransaction<Tables, Result>(
  db: Opener<Tables>,
  lock: Lock,
  work: (tx: Tx<Tables>, ending: Ending) => Promise<Result>,
): Promise<Result> {
  const kysely = kyselyOf<Tables>(db as Db<Tables>);
  const run = () => pipelinedTransaction(kysely, (tx, ending) => work(tx as Tx<Tables>, ending));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (turnsOf.get(kysely)?.run(run, lock) ?? run());
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !isRetryable(error)) throw error;
      // Backoff with jitter: an immediate retry often takes the same rows before the other transaction wakes up.
      const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
      await systemClock.sleep(pauseMs);
    }
  }
}

/** Runs reads on one snapshot of the database, however long they take. */
export function inSnapshot<Tables, Result>(
  db: Opener<Tables>,
  read: (snapshot: ReadDb<Tables>) => Promise<Result>,
): Promise<Result> {
  return kyselyOf<Tables>(db as Db<Tables>)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}

async function askOnNewConnection(options: Parameters<typeof createClient>[0]): Promise<void> {
  const client = createClient({ ...options, applicationName: 'watch' });
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

type TextParser = (text: string) => unknown;

/** Counters, ids and times are bigint in the tables and plain numbers in the code. */
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
