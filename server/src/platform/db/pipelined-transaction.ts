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
} from 'kysely';

/** How a transaction ends. */
export type Ending = {
  /** Queues a write whose result nobody waits for: the commit is sent right behind it. */
  send(write: Promise<unknown>): void;
  /** What goes on beside the statements, and without which nothing is committed. */
  commitAfter(work: Promise<unknown>): void;
};

/** PostgreSQL's error for statements behind one that failed. */
const ABORTED = '25P02';

/**
 * Kysely's own transaction sends a statement only after the previous one was answered. This one pipelines: statements
 * that are asked for at the same time leave in one go, and PostgreSQL runs them in the order in which they were asked:
 * a statement may count on those before it without waiting for them.
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
    // Where it fails, so does all that is sent behind it.
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
      });
      await statementsAreSent();
      open = false;
      if (beside.length > 0) await Promise.all(beside);
      const [{ rows }] = await Promise.all([run(connection, 'commit'), ...last]);
      // When a statement failed and nobody awaited it, PostgreSQL answers the commit with a rollback and no error.
      if (rows[0]?.command !== 'COMMIT') throw new Error('The transaction was not committed');
      return result;
    } catch (error) {
      open = false;
      const settled = await Promise.allSettled(last);
      // A connection that broke can not roll back, and needs not: what failed is what is to be reported.
      await run(connection, 'rollback').catch(() => undefined);
      throw firstError(error, settled);
    }
  });
}

function run(connection: DatabaseConnection, text: string): Promise<QueryResult<{ command: string }>> {
  return connection.executeQuery(CompiledQuery.raw(text));
}

/** What was asked for leaves after a few promises that wait only for each other. */
function statementsAreSent(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** The work may have heard only that it goes on in vain; why, the statement says that failed. */
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

/** Made for every transaction, so of parts that are shared; the connection is at hand, and nobody waits for it. */
function queriesOn<Tables>(connection: DatabaseConnection): Kysely<Tables> {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (use) => use(connection),
  });
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}
