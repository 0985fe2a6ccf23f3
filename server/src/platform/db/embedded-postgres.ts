import type { Clock } from '../clock.ts';
import type { DbLog, PgConfig } from './pg-config.ts';
import {
  type Cluster,
  findPostmaster,
  prepareCluster,
  SOCKET_PORT,
  spawnPostmaster,
} from './postgres-cluster.ts';
import {
  APP_DATABASE,
  APP_USER,
  attachToPostgres,
  detachFromPostgres,
  type Keeper,
} from './postgres-keeper.ts';
import { type PostgresSettings, postgresSettings } from './postgres-settings.ts';

export type EmbeddedPostgres = {
  pgConfig: PgConfig;
  /** The pid of the running server process; it changes after a restart. */
  pid(): number;
  /** Releases the server; the last process to release it stops it. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** The cluster lives in `dataDir/pg`. */
  dataDir: string;
  clock: Clock;
  log: DbLog;
  /** Overrides the documented settings, for tests that prefer speed to durability. */
  settings?: PostgresSettings;
};

const POLL_MS = 10;
const SLOW_MS = 5_000;
const SETTLED_MS = 30_000;
const LONGEST_PAUSE_MS = 10_000;
const GIVE_UP_STOPPING_MS = 4_000;

/**
 * Uses the PostgreSQL of this data folder: the running one, or a new one. Every process that uses it holds a
 * shared advisory lock. The last to release it stops the server, whoever started it; a killed process simply
 * loses its lock. While in use the server is supervised: a process that finds it gone restarts it, one at a
 * time.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { clock, log } = options;
  const settings = { ...postgresSettings(), ...options.settings };
  const cluster = await prepareCluster(options.dataDir);
  const stopping = new AbortController();
  let keeper = await attachOrStart(cluster, settings, clock, log, stopping.signal);
  const stopAsked = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });
  const supervision = supervise();

  async function supervise(): Promise<void> {
    let pause = 0;
    while (!stopping.signal.aborted) {
      const since = clock.now();
      await Promise.race([keeper.lost, stopAsked]);
      if (stopping.signal.aborted) return;
      if (clock.now() - since > SETTLED_MS) pause = 0;
      log.error({ pid: keeper.pid, pauseMs: pause }, 'embedded PostgreSQL lost, restarting it');
      pause = await getBack(pause);
    }
  }

  async function getBack(firstPause: number): Promise<number> {
    let pause = firstPause;
    let told = '';
    while (!stopping.signal.aborted) {
      await clock.sleep(pause, stopping.signal);
      pause = Math.min(pause === 0 ? 250 : pause * 2, LONGEST_PAUSE_MS);
      try {
        keeper = await attachOrStart(cluster, settings, clock, log, stopping.signal);
        log.info({ pid: keeper.pid }, 'embedded PostgreSQL recovered');
        return pause;
      } catch (error) {
        const { message } = error as Error;
        // Pids, file and byte counts differ each time.
        const reason = message.replace(/\d+/g, '');
        if (stopping.signal.aborted || reason === told) continue;
        told = reason;
        log.error({ reason: message }, 'embedded PostgreSQL does not start, retrying until it does');
      }
    }
    return pause;
  }

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return supervision;
    stopping.abort();
    await supervision;
    if (await detachFromPostgres(keeper)) await shutDown(cluster, keeper.pid, clock, log);
    await keeper.close();
  }

  return {
    pgConfig: { host: cluster.socketDir, port: SOCKET_PORT, user: APP_USER, database: APP_DATABASE },
    pid: () => keeper.pid,
    stop,
  };
}

async function attachOrStart(
  cluster: Cluster,
  settings: PostgresSettings,
  clock: Clock,
  log: DbLog,
  signal: AbortSignal,
): Promise<Keeper> {
  const since = clock.now();
  for (let told = false; ; ) {
    const running = await findPostmaster(cluster.dir);
    const keeper = running?.ready ? await attachToPostgres(cluster.socketDir, running.pid) : null;
    if (keeper) return keeper;
    // Aborts only now: a server that we have just started must be left in a clean state.
    signal.throwIfAborted();
    if (!running) await startPostmaster(cluster, settings, clock, log, signal);
    if (!told && clock.now() - since > SLOW_MS) {
      told = true;
      log.warn(
        { folder: cluster.dir },
        'embedded PostgreSQL still starting, after a crash it recovers first',
      );
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Returns once the server is ready, or immediately when another process may start it now. */
async function startPostmaster(
  cluster: Cluster,
  settings: PostgresSettings,
  clock: Clock,
  log: DbLog,
  signal: AbortSignal,
): Promise<void> {
  const started = await spawnPostmaster(cluster, settings);
  if (!started) return;
  const { child, exited, complaint } = started;
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  while (!ended) {
    const running = await findPostmaster(cluster.dir);
    if (running?.ready && running.pid === child.pid) return;
    if (signal.aborted && child.pid !== undefined) await shutDown(cluster, child.pid, clock, log);
    await Promise.race([exited, clock.sleep(POLL_MS)]);
  }
  throw new Error(`PostgreSQL in ${cluster.dir} does not start: ${await complaint()}`);
}

async function shutDown(cluster: Cluster, pid: number, clock: Clock, log: DbLog): Promise<void> {
  const since = clock.now();
  signalProcess(pid, 'SIGINT');
  let forced = false;
  while ((await findPostmaster(cluster.dir))?.pid === pid) {
    if (!forced && clock.now() - since > GIVE_UP_STOPPING_MS) {
      forced = true;
      log.warn({ pid }, 'embedded PostgreSQL slow to stop, killed; it recovers at the next start');
      signalProcess(pid, 'SIGQUIT');
    }
    await clock.sleep(POLL_MS);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
