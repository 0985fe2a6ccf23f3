import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { createContext } from '../context.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';
import type { TestDb } from './test-context.ts';

export type Statement = { text: string; values: unknown[] };

export type SqlRecorder = {
  /** The statements of this GET request, once the session is cached. */
  statementsOf(path: string, token: string): Promise<Statement[]>;
  /** Runs them sequentially on one connection, prepared as the program prepares them. */
  run(statements: Statement[]): Promise<void>;
  explain(statement: Statement): Promise<string>;
  serverVersion(): Promise<string>;
  close(): Promise<void>;
};

/**
 * The application on an existing database, in this process, with every statement recorded: so that the same
 * SQL can be measured without HTTP, sign-in and JSON.
 */
export async function createSqlRecorder(databaseUrl: string, dataDir: string): Promise<SqlRecorder> {
  await using opened = new AsyncDisposableStack();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ROLES: 'http', DATABASE_POOL: '3' };
  const context = await createContext(readConfig(readEnv(env)), { log: silentLogger });
  opened.defer(() => context.close());
  const { pool } = context.database;
  const recorded: Statement[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      recorded.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  const app = await buildApp({ ...context, db: db as TestDb });
  opened.defer(() => app.close());
  const bare = await pool.connect();
  opened.defer(() => bare.release());
  const parts = opened.move();

  async function ask(path: string, token: string): Promise<void> {
    const answer = await app.inject({ url: path, headers: { [SESSION_HEADER]: token } });
    if (answer.statusCode !== 200)
      throw new Error(`GET ${path} was answered ${answer.statusCode}: ${answer.body}`);
  }

  return {
    async statementsOf(path, token) {
      // The first call authenticates; the second uses the cache.
      await ask(path, token);
      recorded.length = 0;
      await ask(path, token);
      return recorded.splice(0);
    },
    async run(statements) {
      for (const { text, values } of statements) await bare.query(text, values);
    },
    async explain({ text, values }) {
      const { rows } = await bare.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, costs off, summary) ${text}`,
        values,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
    async serverVersion() {
      const { rows } = await bare.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version ?? '';
    },
    close: () => parts.disposeAsync(),
  };
}
