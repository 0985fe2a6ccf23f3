import { readFile } from 'node:fs/promises';
import { systemClock } from '../platform/clock.ts';
import type { PostgresPair } from '../test-kit/postgres-pair.ts';
import { CLUSTER_ROLES, type ClusterWorld } from './cluster-world.ts';

export type ClusterFault = {
  name: string;
  /** It is cheap, so it is done again and again. */
  often: boolean;
  /** What was acknowledged before may be gone: it is counted, and no fault of ours. */
  loses?: true;
  /**
   * Does the damage, and resolves as soon as it is over; answers what went wrong meanwhile. Where others have to notice
   * it first, as an engine that fails over, it is over when they have.
   */
  strike(): Promise<string[]>;
  /** Waits until the next one may come. */
  settle?(): Promise<void>;
};

/** Longer than every deadline of what somebody waits for. */
export const STALLED_MS = 20_000;

export function roleFaults(world: ClusterWorld): ClusterFault[] {
  return CLUSTER_ROLES.flatMap((role) => [
    { name: `${role} killed`, often: true, strike: done(() => world.replace(role, 'SIGKILL')) },
    { name: `${role} stopped`, often: true, strike: done(() => world.replace(role, 'SIGTERM')) },
  ]);
}

/** Between the processes and PostgreSQL. */
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

/** Of a primary and its synchronous standby, in this order: the last one leaves another primary. */
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

/** For what can go wrong in no other way than that it is not over. */
export function done(run: () => Promise<void>): () => Promise<string[]> {
  return async () => {
    await run();
    return [];
  };
}

/** The postmaster and all that it started. */
async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/** One that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
