import pg from 'pg';
import { systemClock } from '../clock.ts';
import { connectionConfig, createClient } from './connection-config.ts';
import { type Deadlines, INTERACTIVE } from './deadlines.ts';
import type { PgConfig } from './pg-config.ts';
import { ClientWithDeadlines, WatchedClient, type WatchedConfig } from './watched-client.ts';
import { createWorkWatch } from './work-watch.ts';

export type PoolOptions = {
  pgConfig: PgConfig;
  poolSize: number;
  applicationName: string;
  deadlines: Deadlines;
  Client?: new (config: WatchedConfig) => ClientWithDeadlines;
  pipeline?: boolean;
  types?: pg.CustomTypesConfig;
  /** Called when an idle connection is lost. */
  onLost(error: Error): void;
};

/** The only way to open a pool: its connections have deadlines, and a broken one is not reused. */
export function openPool(options: PoolOptions): pg.Pool {
  const { Client = WatchedClient, pipeline, types, onLost } = options;
  const pool = new pg.Pool({
    ...connectionConfig(options),
    Client: Client as unknown as new () => pg.ClientBase,
    max: options.poolSize,
    ...(pipeline ? { pipeline } : {}),
    ...(types ? { types } : {}),
  });
  pool.on('error', onLost);
  const works = createWorkWatch(systemClock, (sessions) => findWorking(options, sessions));
  pool.on('connect', (client) => {
    if (!(client instanceof ClientWithDeadlines)) return;
    client.askWhetherItWorks = () =>
      client.processID === null ? Promise.resolve(true) : works(client.processID);
  });
  return pool;
}

/** Uses a connection outside the pool: those of the pool may all be waiting. */
async function findWorking({ pgConfig }: PoolOptions, sessions: number[]): Promise<ReadonlySet<number>> {
  const client = createClient({ pgConfig, applicationName: 'watch', deadlines: INTERACTIVE });
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; working: number[] | null }>(
      `select pg_backend_pid() as own,
         (select array_agg(pid) from pg_stat_activity
          where pid = any($1) and usename = current_user and state = 'active') as working`,
      [sessions],
    );
    // A pooler reports pids of its own, which mean nothing to the server.
    return new Set(rows[0]?.own === client.processID ? rows[0].working : sessions);
  } finally {
    await client.end();
  }
}
