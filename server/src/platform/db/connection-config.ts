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

/** TCP keepalive starts after this idle time; a dead peer is given up about ten seconds later. */
const KEEPALIVE_AFTER_MS = 10_000;
/**
 * The same keepalive on PostgreSQL's side, which otherwise keeps the locks of a client that dropped off the
 * network.
 */
const SERVER_OPTIONS = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
  'client_connection_check_interval=10000',
  // A connection that listens or holds a lock is idle by design; the pool closes its own idle ones.
  'idle_session_timeout=0',
];

/** The options shared by every connection to PostgreSQL. */
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

/**
 * Set as startup options, which can also express "no limit": the driver omits a 0, and the role's default
 * would apply.
 */
function serverSettings({ statementMs, lockMs, idleInTransactionMs }: Deadlines): pg.ClientConfig {
  const limits = [
    `statement_timeout=${statementMs}`,
    `lock_timeout=${lockMs}`,
    `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
  ];
  return { options: [...SERVER_OPTIONS, ...limits].map((option) => `-c ${option}`).join(' ') };
}

/** A single connection; the caller ends it. */
export function createClient(options: ConnectionOptions): WatchedClient {
  return new WatchedClient(connectionConfig(options));
}
