import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresIdentity } from '../platform/db/postgres-identity.ts';
import { freePort } from '../test-kit/free-port.ts';
import type { DebianPostgres } from './debian-programs.ts';
import { runDaemon } from './run-daemon.ts';
import type { RunningPostgres } from './start-debian-postgres.ts';

export type RunningPooler = Pick<RunningPostgres, 'pgConfig' | 'restart' | 'stop'>;

/**
 * Debian's PgBouncer in front of a server: fewer connections to it than clients have, shared according to the
 * mode.
 */
export async function startPgBouncer(
  { pgbouncer, env }: DebianPostgres,
  { pgConfig: { port: serverPort, user } }: RunningPostgres,
  mode: 'transaction' | 'session',
): Promise<RunningPooler> {
  const { prefix, fileOwner } = await findPostgresIdentity(undefined);
  const folder = await mkdtemp(join(tmpdir(), 'bocau-pgbouncer-'));
  if (fileOwner !== undefined) await chown(folder, fileOwner, fileOwner);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 3,
    server_login_retry: 1,
    logfile: '',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    [`[databases]`, `* = host=127.0.0.1 port=${serverPort} user=${user}`, `[pgbouncer]`, ...lines, ''].join(
      '\n',
    ),
  );
  const start = () => runDaemon([...prefix, pgbouncer, file], env, port, 'SIGINT');
  let daemon = await start();
  return {
    pgConfig: { host: '127.0.0.1', port, user, database: user },
    async restart() {
      await daemon.stop();
      daemon = await start();
    },
    async stop() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
