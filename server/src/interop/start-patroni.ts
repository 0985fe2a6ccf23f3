import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { findPostgresIdentity } from '../platform/db/postgres-identity.ts';
import { freePort } from '../test-kit/free-port.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { queryOnce } from '../test-kit/query-once.ts';
import type { DebianPatroni, DebianPostgres } from './debian-programs.ts';
import { type Daemon, runDaemon } from './run-daemon.ts';
import { type Etcd, startEtcd } from './start-etcd.ts';

const APP = 'bocau';
const SUPERUSER = 'postgres';
const SCOPE = 'bocau';
const POLL_MS = 100;
const HEALTHY_WITHIN_MS = 180_000;
const HALT_MS = 60_000;
const ASKED_WITHIN_MS = 2_000;
/** The shortest times that Patroni accepts: a leader silent for this long is replaced. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 3 };
const SETTINGS = { shared_buffers: '64MB', wal_keep_size: '256MB', max_connections: '60', fsync: 'off' };

export type PatroniNode = {
  name: string;
  port: number;
  /** Patroni's last output. */
  words(): string;
  start(): Promise<void>;
  /** Both programs at once, as in a power failure. */
  kill(): Promise<void>;
  /** Suspends only Patroni; PostgreSQL continues. */
  suspend(): void;
};

export type PatroniCluster = {
  nodes: PatroniNode[];
  etcd: Etcd;
  /** The nodes whose PostgreSQL is primary. */
  primaries(): Promise<PatroniNode[]>;
  leader(): Promise<PatroniNode>;
  /** Waits for a leader with a synchronous standby for every other node. */
  healthy(): Promise<void>;
  switchover(): Promise<void>;
  stop(): Promise<void>;
};

type Member = { name: string; role: string; state: string };

/** Debian's Patroni over Debian's PostgreSQL and three members of etcd, in synchronous mode. */
export async function startPatroni(
  programs: DebianPatroni,
  postgres: DebianPostgres,
  count = 2,
): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(fastFolder(), 'bocau-patroni-'));
  const etcd = await startEtcd(programs, folder);
  const nodes: (PatroniNode & { api: number })[] = [];
  for (let number = 0; number < count; number += 1) {
    nodes.push(await prepareNode({ programs, postgres, folder, hosts: etcd.hosts, name: `node${number}` }));
  }

  /** The cluster as seen by the first node that answers. */
  async function members(): Promise<Member[]> {
    for (const { api } of nodes) {
      try {
        const { text } = await askPatroni(api, 'cluster', ASKED_WITHIN_MS);
        return (JSON.parse(text) as { members: Member[] }).members;
      } catch {
        // It is a failed node.
      }
    }
    return [];
  }

  async function primaries(): Promise<PatroniNode[]> {
    const asked = await Promise.all(
      nodes.map(async (node) => {
        const server = { host: '127.0.0.1', port: node.port, user: SUPERUSER, database: 'postgres' };
        const config = {
          ...server,
          connectionTimeoutMillis: ASKED_WITHIN_MS,
          query_timeout: ASKED_WITHIN_MS,
        };
        const rows = await queryOnce(config, 'select pg_is_in_recovery() as standby').catch(() => []);
        return rows[0]?.standby === false ? [node] : [];
      }),
    );
    return asked.flat();
  }

  async function healthy(): Promise<void> {
    const until = systemClock.now() + HEALTHY_WITHIN_MS;
    for (;;) {
      const known = await members();
      const leaders = known.filter(({ role, state }) => role === 'leader' && state === 'running');
      const standbys = known.filter(({ role, state }) => role === 'sync_standby' && state === 'running');
      if (leaders.length === 1 && standbys.length > 0 && known.length === count) return;
      if (systemClock.now() > until) {
        const said = nodes.map(({ name, words }) => `${name}: ${words().slice(-3_000)}`).join('\n');
        throw new Error(`Patroni is not healthy: ${JSON.stringify(known)}\n${said}`);
      }
      await systemClock.sleep(POLL_MS);
    }
  }

  async function leader(): Promise<PatroniNode> {
    const name = (await members()).find(({ role }) => role === 'leader')?.name;
    const node = nodes.find((one) => one.name === name);
    if (!node) throw new Error('Patroni has no leader');
    return node;
  }

  const [first, ...others] = nodes;
  await first?.start();
  while ((await primaries()).length === 0) await systemClock.sleep(POLL_MS);
  await Promise.all(others.map((node) => node.start()));
  const server = { host: '127.0.0.1', port: first?.port ?? 0, user: SUPERUSER, database: 'postgres' };
  await queryOnce(server, `create role ${APP} login`);
  await queryOnce(server, `create database ${APP} owner ${APP}`);
  await healthy();

  return {
    nodes,
    etcd,
    primaries,
    leader,
    healthy,
    async switchover() {
      const from = await leader();
      const api = nodes.find(({ name }) => name === from.name)?.api;
      const body = JSON.stringify({ leader: from.name });
      const { status, text } = await askPatroni(api ?? 0, 'switchover', HALT_MS, { method: 'POST', body });
      if (status !== 200) throw new Error(`no switchover: ${text}`);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await etcd.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function askPatroni(api: number, path: string, withinMs: number, init: RequestInit = {}) {
  const late = new AbortController();
  const limit = systemClock.after(withinMs, () => late.abort());
  try {
    const answer = await fetch(`http://127.0.0.1:${api}/${path}`, { ...init, signal: late.signal });
    return { status: answer.status, text: await answer.text() };
  } finally {
    limit.stop();
  }
}

type NodeOptions = {
  programs: DebianPatroni;
  postgres: DebianPostgres;
  folder: string;
  hosts: string[];
  name: string;
};

async function prepareNode(options: NodeOptions): Promise<PatroniNode & { api: number }> {
  const { programs, postgres, folder, hosts, name } = options;
  const { prefix, fileOwner } = await findPostgresIdentity(undefined);
  const home = join(folder, name);
  const data = join(home, 'data');
  await mkdir(home, { mode: 0o700 });
  const [port, api] = [await freePort(), await freePort()];
  const file = join(home, 'patroni.json');
  // JSON is valid YAML.
  await writeFile(file, JSON.stringify(configOf({ name, port, api, hosts, data, home, bin: postgres.bin })));
  if (fileOwner !== undefined) {
    await chown(folder, fileOwner, fileOwner);
    await chown(home, fileOwner, fileOwner);
  }
  let daemon: Daemon | null = null;

  return {
    name,
    port,
    api,
    words: () => daemon?.words() ?? '',
    async start() {
      daemon = await runDaemon([...prefix, ...programs.patroni, file], programs.env, api, 'SIGKILL');
    },
    async kill() {
      const postmaster = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
      daemon?.signal('SIGKILL');
      const pid = Number(postmaster.split('\n')[0]);
      if (pid > 0) endNow(pid);
      await daemon?.stop();
      daemon = null;
    },
    suspend: () => daemon?.signal('SIGSTOP'),
  };
}

/** The process may have ended meanwhile. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type Places = {
  name: string;
  port: number;
  api: number;
  hosts: string[];
  data: string;
  home: string;
  bin: string;
};

function configOf({ name, port, api, hosts, data, home, bin }: Places): object {
  return {
    scope: SCOPE,
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { hosts },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: SETTINGS },
      },
      initdb: [{ auth: 'trust' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: join(home, 'pgpass'),
      authentication: { superuser: { username: SUPERUSER }, replication: { username: SUPERUSER } },
      basebackup: [{ checkpoint: 'fast' }],
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  };
}
