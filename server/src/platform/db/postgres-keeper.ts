import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { createClient } from './connection-config.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { BACKGROUND, type Deadlines, INTERACTIVE } from './deadlines.ts';
import { SOCKET_PORT, SUPERUSER } from './postgres-cluster.ts';

export const APP_USER = 'bocau';
export const APP_DATABASE = 'bocau';

const IN_USE_LOCK = ADVISORY_LOCKS.embeddedInUse;
const SET_UP_LOCK = ADVISORY_LOCKS.embeddedSetUp;

const TAKEN_MEANWHILE = ['23505', '42710', '42P04'];

/**
 * A process's reference to the embedded server: an idle session that holds a shared advisory lock while the
 * server is in use.
 */
export type Keeper = {
  pid: number;
  client: pg.Client;
  /** Resolves when the session is gone, for whatever reason. */
  lost: Promise<void>;
  close(): Promise<void>;
};

/** Null when the server is starting, or being stopped by its last user. */
export async function attachToPostgres(socketDir: string, pid: number): Promise<Keeper | null> {
  const client = connectionOf(socketDir, INTERACTIVE);
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
    // The 'end' event follows; without a listener the error would crash the process.
    client.on('error', () => resolve());
  });
  try {
    await client.connect();
    if (await tryLock(client, 'pg_try_advisory_lock_shared', IN_USE_LOCK)) {
      await setUpApp(socketDir, client);
      return { pid, client, lost, close: () => client.end() };
    }
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await client.end();
  return null;
}

/** Releases the reference; true when it was the last one, after which no new one is granted. */
export async function detachFromPostgres(keeper: Keeper): Promise<boolean> {
  try {
    await keeper.client.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK]);
    return await tryLock(keeper.client, 'pg_try_advisory_lock', IN_USE_LOCK);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return false;
  }
}

async function tryLock(client: pg.Client, lock: string, key: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${lock}($1) as locked`, [key]);
  return rows[0]?.locked === true;
}

function connectionOf(socketDir: string, deadlines: Deadlines): pg.Client {
  const pgConfig = { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' };
  return createClient({ pgConfig, applicationName: 'keeper', deadlines });
}

/**
 * The application's role is not a superuser: an injected statement could otherwise run commands on the
 * machine.
 */
async function setUpApp(socketDir: string, keeper: pg.Client): Promise<void> {
  const found = await keeper.query('select from pg_database where datname = $1', [APP_DATABASE]);
  if (found.rowCount === 1) return;
  // Creating a database waits for a checkpoint, which on a busy machine exceeds the interactive timeouts.
  const client = connectionOf(socketDir, BACKGROUND);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [SET_UP_LOCK]);
    await unlessThere(client, `create role ${APP_USER} login createdb in role pg_monitor`);
    await unlessThere(client, `create database ${APP_DATABASE} owner ${APP_USER}`);
  } finally {
    // The lock is released with the connection.
    await client.end();
  }
}

async function unlessThere(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!TAKEN_MEANWHILE.includes((error as pg.DatabaseError).code ?? '')) throw error;
  }
}
