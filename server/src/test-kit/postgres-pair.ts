import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import type { PgConfig } from '../platform/db/pg-config.ts';
import {
  type Cluster,
  findPostmaster,
  prepareCluster,
  SUPERUSER,
  spawnPostmaster,
} from '../platform/db/postgres-cluster.ts';
import { freePort } from './free-port.ts';
import { fastFolder } from './global-setup.ts';
import { queryOnce } from './query-once.ts';

const APP = 'bocau';
const STANDBY = 'standby';
const POLL_MS = 50;
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', wal_level: 'replica' };

export type TestPostgres = {
  port: number;
  pid(): Promise<number>;
  isRunning(): Promise<boolean>;
  start(): Promise<void>;
  /** `SIGQUIT` stops immediately without a checkpoint, `SIGINT` in order, `SIGKILL` without any shutdown. */
  stop(signal: 'SIGQUIT' | 'SIGINT' | 'SIGKILL'): Promise<void>;
  asSuperuser(statement: string): Promise<unknown[]>;
};

export type PostgresPair = {
  primary: TestPostgres;
  standby: TestPostgres;
  /** Both hosts; the program finds the primary by itself. */
  url: string;
  /** Whether commits wait for the standby from now on. */
  setSynchronous(on: boolean): Promise<void>;
  close(): Promise<void>;
};

type PairOptions = {
  folder?: string;
  /** The port through which the standby reaches the primary. */
  followThrough?(port: number): Promise<number>;
};

/** Two PostgreSQL servers on loopback, one of which follows the other. */
export async function startPostgresPair(options: PairOptions = {}): Promise<PostgresPair> {
  const dataDir = await mkdtemp(join(options.folder ?? fastFolder(), 'bocau-pair-'));
  const [first, second] = [await freePort(), await freePort()];
  const ready = await prepareCluster(join(dataDir, 'first'));
  await cp(join(dataDir, 'first'), join(dataDir, 'second'), { recursive: true, preserveTimestamps: true });
  const through = (await options.followThrough?.(first)) ?? first;
  const followed = `host=127.0.0.1 port=${through} user=${SUPERUSER} application_name=${STANDBY}`;
  await writeFile(join(dataDir, 'second/pg/standby.signal'), '');
  const copied = await prepareCluster(join(dataDir, 'second'));
  const primary = testPostgres(ready, first, {});
  const standby = testPostgres(copied, second, { primary_conninfo: followed });
  await primary.start();
  await standby.start();
  await primary.asSuperuser(`create role ${APP} login`);
  await primary.asSuperuser(`create database ${APP} owner ${APP}`);

  return {
    primary,
    standby,
    url: `postgresql://${APP}@127.0.0.1:${first},127.0.0.1:${second}/${APP}`,
    async setSynchronous(on) {
      await primary.asSuperuser(`alter system set synchronous_standby_names = '${on ? STANDBY : ''}'`);
      await primary.asSuperuser('select pg_reload_conf()');
    },
    async close() {
      await Promise.all([primary.stop('SIGQUIT'), standby.stop('SIGQUIT')]);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function testPostgres(cluster: Cluster, port: number, settings: Record<string, string>): TestPostgres {
  let exited: Promise<void> = Promise.resolve();
  const superuser: PgConfig = { host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' };

  const asSuperuser = (statement: string) => queryOnce(superuser, statement);

  async function answers(): Promise<boolean> {
    return asSuperuser('select 1').then(
      () => true,
      (error: unknown) => {
        if (isDatabaseUnavailable(error)) return false;
        throw error;
      },
    );
  }

  async function pid(): Promise<number> {
    const postmaster = await findPostmaster(cluster.dir);
    if (postmaster === null) throw new Error('this PostgreSQL does not run');
    return postmaster.pid;
  }

  return {
    port,
    pid,
    isRunning: async () => (await findPostmaster(cluster.dir)) !== null,
    asSuperuser,
    async start() {
      const all = { ...SETTINGS, ...settings, listen_addresses: '127.0.0.1', port: String(port) };
      let started = await spawnPostmaster(cluster, all);
      // Processes of a killed one still exist.
      for (; started === null; started = await spawnPostmaster(cluster, all))
        await systemClock.sleep(POLL_MS);
      exited = started.exited;
      while (!(await answers())) await systemClock.sleep(POLL_MS);
    },
    async stop(signal) {
      const postmaster = await findPostmaster(cluster.dir);
      if (postmaster === null) return;
      process.kill(postmaster.pid, signal);
      await exited;
    },
  };
}
