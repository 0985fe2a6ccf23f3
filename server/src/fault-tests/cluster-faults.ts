import { readFile } from 'node:fs/promises';
import { systemClock } from '../platform/clock.ts';
import type { PostgresPair } from '../test-kit/postgres-pair.ts';
import { CLUSTER_ROLES, type ClusterWorld } from './cluster-world.ts';

export type ClusterFault = {
  name: string;
  /** It is cheap, so it is repeated often. */
  often: boolean;
  /** Acknowledged mail may be lost: it is counted, but not a fault of ours. */
  loses?: true;
  /**
   * Injects the fault, and resolves when it is over; returns what went wrong meanwhile. If others must detect
   * it first, such as a failover, it is over once they have.
   */
  strike(): Promise<string[]>;
  /** Waits until the next fault may follow. */
  settle?(): Promise<void>;
};

/** Longer than every interactive timeout. */
export const STALLED_MS = 20_000;

export function roleFaults(world: ClusterWorld): ClusterFault[] {
  return CLUSTER_ROLES.flatMap((role) => [
    { name: `${role} killed`, often: true, strike: done(() => world.replace(role, 'SIGKILL')) },
    { name: `${role} stopped`, often: true, strike: done(() => world.replace(role, 'SIGTERM')) },
  ]);
}

/** On the connections between the processes and PostgreSQL. */
export function lineFaults({ lines }: ClusterWorld): ClusterFault[] {
  return [
    {
      name: 'connections stalled',
      often: false,
      strike: done(async () => {
        for (const line of lines) line.stall();
        await systemClock.sleep(STALLED_MS);
        for (const line of lines) line.resume();
      }),
    },
    {
      name: 'connections cut',
      often: false,
      strike: done(async () => {
        for (const line of lines) await line.cut();
        await systemClock.sleep(STALLED_MS);
        for (const line of lines) await line.mend();
      }),
    },
  ];
}

/** For a primary and its synchronous standby, in this order: the last one leaves a different primary. */
export function pairFaults(pair: PostgresPair): ClusterFault[] {
  return [
    {
      name: 'PostgreSQL restarted',
      often: false,
      strike: done(async () => {
        await pair.primary.stop('SIGINT');
        await pair.primary.start();
      }),
    },
    {
      name: 'PostgreSQL killed',
      often: false,
      strike: done(async () => {
        await pair.primary.stop('SIGKILL');
        await pair.primary.start();
      }),
    },
    {
      name: 'PostgreSQL suspended',
      often: false,
      strike: done(async () => {
        const pids = await processesOf(await pair.primary.pid());
        for (const pid of pids) signal(pid, 'SIGSTOP');
        await systemClock.sleep(STALLED_MS);
        for (const pid of pids) signal(pid, 'SIGCONT');
      }),
    },
    {
      name: 'standby lost',
      often: false,
      strike: done(async () => {
        await pair.standby.stop('SIGQUIT');
        await systemClock.sleep(STALLED_MS);
        await pair.standby.start();
      }),
    },
    {
      name: 'synchronous failover',
      often: false,
      strike: done(async () => {
        await pair.primary.stop('SIGKILL');
        await pair.standby.asSuperuser('select pg_promote()');
      }),
    },
  ];
}

/** For a fault that cannot fail in itself. */
export function done(run: () => Promise<void>): () => Promise<string[]> {
  return async () => {
    await run();
    return [];
  };
}

/** The postmaster and all its child processes. */
async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/** The process may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
