import type pg from 'pg';
import type { Deadlines } from './deadlines.ts';
import { primaryOf } from './find-primary.ts';
import { readableConfig } from './hosts.ts';
import type { PgConfig } from './pg-config.ts';
import { WatchedClient, type WatchedConfig } from './watched-client.ts';

type ConnectionOptions = {
  pgConfig: PgConfig;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  deadlines: Deadlines;
};

/** After so long without a word the other side is asked whether it is there, and given up some ten seconds later. */
const KEEPALIVE_AFTER_MS = 10_000;
/** The same for PostgreSQL, which otherwise keeps what a machine that dropped off the network had locked. */
const SERVER_OPTIONS = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
  'client_connection_check_interval=10000',
  // What listens or holds a lock is idle by nature; the pool ends its own.
  'idle_session_timeout=0',
];

/** What every connection of ours to PostgreSQL has in common. */
export function connectionConfig({ pgConfig, applicationName, deadlines }: ConnectionOptions): WatchedConfig {
  return {
    ...readableConfig(pgConfig),
    primary: primaryOf(pgConfig),
    application_name: applicationName,
    deadlines,
    connectionTimeoutMillis: deadlines.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    ...(pgConfig.pooled ? {} : serverSettings(deadlines)),
  };
}

/** As options, which also say that there is no limit: the driver leaves a 0 out, and what the role has would count. */
function serverSettings({ statementMs, lockMs, idleInTransactionMs }: Deadlines): pg.ClientConfig {
  const limits = [
    `statement_timeout=${statementMs}`,
    `lock_timeout=${lockMs}`,
    `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
  ];
  return { options: [...SERVER_OPTIONS, ...limits].map((option) => `-c ${option}`).join(' ') };
}

/** A connection of its own; who makes it ends it. */
export function createClient(options: ConnectionOptions): WatchedClient {
  return new WatchedClient(connectionConfig(options));
}
