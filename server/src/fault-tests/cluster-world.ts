import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { systemClock } from '../platform/clock.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';
import { type SignedInClient, signedInClient } from '../test-kit/signed-in-client.ts';
import { openStallingLine, type StallingLine } from '../test-kit/stalling-line.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

export const CLUSTER_ROLES = ['http', 'mail', 'jobs'] as const;
export type ClusterRole = (typeof CLUSTER_ROLES)[number];

const PEOPLE = 6;
const PASSWORD = 'BoCau@2026';
const RESTART_AFTER_MS = 1_000;
const STARTED_WITHIN_MS = 120_000;
/** Messages of a program that exits because the database is unreachable, read-only, or just gone. */
const NO_DATABASE = [
  /can not be reached|refuses the connection|is a standby|takes writes|does not answer|read-only transaction/,
  /database (system|connection)|connection (terminated|error)|terminating connection|is not queryable/i,
  /canceling statement|timeout e|ECONNRE|ECONNABORTED|EPIPE|ETIMEDOUT|code: '(08|25006|53|57|58)/,
];

/** A process for each role, over one or several PostgreSQL, each reached through a proxy that can stall. */
export type ClusterWorld = {
  lines: StallingLine[];
  dataDir: string;
  /** The environment of the processes. */
  env: Record<string, string>;
  /** The same, bypassing the proxies. */
  straight: Record<string, string>;
  /** The program's parts in this process, to examine the results. */
  parts: AppContext;
  people: Map<string, number>;
  /** Each delivery answered with 250, by recipient and sender. */
  acknowledged: string[];
  /** Processes that exited unexpectedly, with their last output; each is replaced. */
  ended: string[];
  /** The process of a role; while it is being replaced, the next one. */
  process(role: ClusterRole): Promise<ChildServer>;
  /** Ends it and starts another one. */
  replace(role: ClusterRole, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  client(): Promise<SignedInClient>;
  close(): Promise<void>;
};

export type ClusterOptions = {
  /** The port of each PostgreSQL. */
  ports: number[];
  /** Further environment for the processes; its `DATABASE_URL` may name a pooler. */
  env?: Record<string, string>;
  /** The same for the examining connections, if those differ. */
  straight?: Record<string, string>;
  dataDir?: string;
};

export async function openClusterWorld(options: ClusterOptions): Promise<ClusterWorld> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'bocau-cluster-')));
  const lines: StallingLine[] = [];
  for (const port of options.ports) lines.push(await openLine(port));
  const common = { DATABASE_POOL: '6', ...options.env };
  const env = { DATABASE_URL: urlOf(lines.map(({ port }) => port)), ...common };
  // Bypasses the proxies: examinations must not be stalled.
  const straight = { ...common, DATABASE_URL: urlOf(options.ports), ...options.straight };
  const parts = await openParts(dataDir, straight);
  const people = await preparePeople(parts, PEOPLE, { password: PASSWORD });

  const processes = new Map<ClusterRole, Promise<ChildServer>>();
  const asked = new Set<ChildServer>();
  const ended: string[] = [];
  async function start(role: ClusterRole): Promise<ChildServer> {
    const child = await startInTime(() => startChildServer({ dataDir, env: { ...env, ROLES: role } }));
    void child.exited.then(({ code, signal }) => {
      if (asked.has(child)) return;
      const last = [...child.lines.slice(-5).map((line) => JSON.stringify(line)), ...child.words.slice(-60)];
      ended.push(`${role} ended by itself (code ${code}, signal ${signal}): ${last.join('\n')}`);
      processes.set(role, start(role));
    });
    return child;
  }
  for (const role of CLUSTER_ROLES) processes.set(role, Promise.resolve(await start(role)));
  const current = (role: ClusterRole) =>
    processes.get(role) ?? Promise.reject(new Error(`${role} is missing`));
  let session: Promise<SignedInClient> | null = null;

  return {
    lines,
    dataDir,
    env,
    straight,
    parts,
    people,
    acknowledged: [],
    ended,
    process: current,
    async replace(role, signal) {
      const child = await current(role);
      asked.add(child);
      child.kill(signal);
      const next = child.exited.then(() => start(role));
      processes.set(role, next);
      if (role === 'http') session = null;
      await next;
    },
    async client() {
      const { baseUrl } = await current('http');
      session ??= signedInClient(baseUrl, { email: `p0@${DOMAIN}`, password: PASSWORD }).catch(
        (error: unknown) => {
          session = null;
          throw error;
        },
      );
      return session;
    },
    async close() {
      const children = await Promise.all(processes.values());
      for (const child of children) asked.add(child);
      await Promise.all(children.map((child) => child.stop()));
      await parts.close();
      await Promise.all(lines.map((line) => line.close()));
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Like a service manager: restarts what exits because the database is read-only, and nothing else. */
async function startInTime(startOnce: () => Promise<ChildServer>): Promise<ChildServer> {
  const until = systemClock.now() + STARTED_WITHIN_MS;
  for (;;) {
    try {
      return await startOnce();
    } catch (error) {
      const words = String(error);
      if (systemClock.now() > until || !NO_DATABASE.some((reason) => reason.test(words))) throw error;
      await systemClock.sleep(RESTART_AFTER_MS);
    }
  }
}

/** A proxy on loopback that can stall the service behind it. */
export function openLine(port: number): Promise<StallingLine> {
  return openStallingLine({ host: '127.0.0.1', port, user: 'bocau', database: 'bocau' });
}

function urlOf(ports: number[]): string {
  return `postgresql://bocau@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/bocau`;
}
