import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PgConfig } from '../platform/db/pg-config.ts';
import { findPostgresIdentity } from '../platform/db/postgres-identity.ts';
import type { PostgresSettings } from '../platform/db/postgres-settings.ts';
import { freePort } from '../test-kit/free-port.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { queryOnce } from '../test-kit/query-once.ts';
import type { DebianPostgres } from './debian-programs.ts';
import { runDaemon, waitFor } from './run-daemon.ts';

const run = promisify(execFile);

const SUPERUSER = 'postgres';
const APP = 'bocau';

export type RunningPostgres = {
  /** As in production: its own database, and not a superuser. */
  pgConfig: { host: string; port: number; user: string; database: string };
  superuser: PgConfig;
  /** Restarts it as a standby without a primary: from then on it is read-only. */
  demote(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Debian's PostgreSQL in its own folder within another, which is removed when it stops. */
export async function startDebianPostgres(
  { bin, env }: DebianPostgres,
  settings: PostgresSettings,
  within = fastFolder(),
): Promise<RunningPostgres> {
  const { prefix, fileOwner } = await findPostgresIdentity(undefined);
  const folder = await mkdtemp(join(within, `bocau-tests-${process.pid}-debian-`));
  if (fileOwner !== undefined) await chown(folder, fileOwner, fileOwner);
  const data = join(folder, 'pg');
  const [command = '', ...words] = [...prefix, join(bin, 'initdb')];
  const cluster = [
    '--pgdata',
    data,
    '--username',
    SUPERUSER,
    '--auth=trust',
    '--no-sync',
    '--locale=C.UTF-8',
  ];
  await run(command, [...words, ...cluster], { env, cwd: '/' });

  const port = await freePort();
  const all = { ...settings, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // SIGTERM would wait for the last client to disconnect.
  const start = () =>
    runDaemon([...prefix, join(bin, 'postgres'), '-D', data, ...options], env, port, 'SIGINT');
  let daemon = await start();
  const at = { host: '127.0.0.1', port };
  const superuser = { ...at, user: SUPERUSER, database: 'postgres' };
  const setUp = [
    `create role ${APP} login createdb in role pg_monitor`,
    `create database ${APP} owner ${APP}`,
  ];
  await waitFor(() => query(superuser, setUp).catch(() => null), daemon.words);
  return {
    pgConfig: { ...at, user: APP, database: APP },
    superuser,
    async demote() {
      await daemon.stop();
      await writeFile(join(data, 'standby.signal'), '');
      daemon = await start();
      await waitFor(() => query(superuser, ['select 1']).catch(() => null), daemon.words);
    },
    async restart() {
      await daemon.stop();
      daemon = await start();
    },
    async stop() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function query(config: PgConfig, statements: string[]): Promise<true> {
  for (const statement of statements) await queryOnce(config, statement);
  return true;
}
