import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely';

/** Lets the work influence how its transaction ends. */
export type Ending = {
  /** Queues a write whose result the caller does not need: the commit is sent right behind it. */
  send(write: Promise<unknown>): void;
  /** Work outside the database that must succeed before the commit. */
  commitAfter(work: Promise<unknown>): void;
  /** Sends a statement at once: what is issued next, by whatever way, runs behind it. */
  sendNow<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /** What was issued before is on its way, and what is issued next runs behind it. */
  sent(): Promise<void>;
};

/** PostgreSQL's error for statements after one that failed (in_failed_sql_transaction). */
const ABORTED = '25P02';

/**
 * Kysely's own transaction sends a statement only after the previous one was answered. This one pipelines:
 * statements issued at the same time are sent together, and PostgreSQL runs them in that order, so a
 * statement may rely on earlier ones without waiting for them.
 */
export function pipelinedTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (tx: Kysely<Tables>, ending: Ending) => Promise<Result>,
): Promise<Result> {
  return db.getExecutor().provideConnection(async (connection) => {
    let open = true;
    const tx = queriesOn<Tables>({
      executeQuery: (query) =>
        open ? connection.executeQuery(query) : Promise.reject(new Error('The transaction has ended')),
      streamQuery: connection.streamQuery,
    });
    const last: Promise<unknown>[] = [];
    const beside: Promise<unknown>[] = [];
    // When `begin` fails, so does everything sent after it.
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => undefined);
    try {
      const result = await work(tx, {
        send(write) {
          write.catch(() => undefined);
          last.push(write);
        },
        commitAfter(other) {
          other.catch(() => undefined);
          beside.push(other);
        },
        async sendNow<Row>(statement: RawBuilder<Row>) {
          const { rows } = await connection.executeQuery<Row>(statement.compile(tx));
          return rows;
        },
        sent: statementsAreSent,
      });
      await statementsAreSent();
      open = false;
      if (beside.length > 0) await Promise.all(beside);
      const [{ rows }] = await Promise.all([run(connection, 'commit'), ...last]);
      // When a statement failed and its result was not awaited, PostgreSQL answers the commit with a rollback
      // and no error.
      if (rows[0]?.command !== 'COMMIT') throw new Error('The transaction was not committed');
      return result;
    } catch (error) {
      open = false;
      const settled = await Promise.allSettled(last);
      // A broken connection cannot roll back and need not; the original error is the one to report.
      await run(connection, 'rollback').catch(() => undefined);
      throw firstError(error, settled);
    }
  });
}

function run(connection: DatabaseConnection, text: string): Promise<QueryResult<{ command: string }>> {
  return connection.executeQuery(CompiledQuery.raw(text));
}

/** Statements are sent only after a few chained microtasks. */
function statementsAreSent(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** The work may have failed only because an earlier statement did; report the error of that statement. */
function firstError(error: unknown, last: PromiseSettledResult<unknown>[]): unknown {
  if ((error as { code?: unknown } | null)?.code !== ABORTED) return error;
  return last.find((write) => write.status === 'rejected')?.reason ?? error;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const nested = () => Promise.reject(new Error('A transaction has no transactions in it'));
const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => driver,
};
const driver: Driver = {
  init: () => Promise.resolve(),
  acquireConnection: nested,
  releaseConnection: () => Promise.resolve(),
  beginTransaction: nested,
  commitTransaction: nested,
  rollbackTransaction: nested,
  destroy: () => Promise.resolve(),
};

/** Created for every transaction, so its parts are shared; the connection is already acquired. */
function queriesOn<Tables>(connection: DatabaseConnection): Kysely<Tables> {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (use) => use(connection),
  });
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}
