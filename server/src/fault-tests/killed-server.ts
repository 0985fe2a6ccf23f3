import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { findPostmaster } from '../platform/db/postgres-cluster.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';

export const KILLS = ['program', 'postmaster', 'backend', 'both'] as const;
/** What is killed: our program, PostgreSQL's first process, one that serves a connection, or the first two at once. */
export type Kill = (typeof KILLS)[number];

/** The program, started again whenever it was killed. */
export type KilledServer = {
  /** The one that runs, or that is being started. */
  server(): Promise<ChildServer>;
  /** One after the other. */
  strike(kill: Kill): void;
  /** What the work answers, once all kills are over; rejects, and leaves nothing running, when it or the program fails. */
  untilDone<T>(work: Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

type Options = { dataDir: string; clock: Clock; env?: Record<string, string> };

const POLL_MS = 10;

export async function startKilledServer({ dataDir, clock, env = {} }: Options): Promise<KilledServer> {
  const expected = new Set<ChildServer>();
  const failed = Promise.withResolvers<never>();
  // Whoever awaits it hears of it.
  failed.promise.catch(() => undefined);
  let server = start();
  let killing = Promise.resolve();
  await server;

  async function start(): Promise<ChildServer> {
    const child = await startChildServer({ dataDir, env });
    void child.exited.then(({ code, signal }) => {
      if (expected.has(child)) return;
      const last = child.words.join('\n');
      failed.reject(new Error(`the program ended by itself (code ${code}, signal ${signal}): ${last}`));
    });
    return child;
  }

  async function strike(kill: Kill): Promise<void> {
    const child = await server;
    if (kill === 'postmaster' || kill === 'both')
      process.kill(await postmasterPid(dataDir, clock), 'SIGKILL');
    if (kill === 'backend') process.kill(await backendPid(dataDir, clock), 'SIGKILL');
    if (kill === 'program' || kill === 'both') {
      expected.add(child);
      child.kill('SIGKILL');
      server = child.exited.then(start);
      await server;
    }
  }

  return {
    server: () => server,
    strike(kill) {
      killing = killing.then(() => strike(kill)).catch(failed.reject);
    },
    async untilDone(work) {
      try {
        const answer = await Promise.race([work, failed.promise]);
        await Promise.race([killing, failed.promise]);
        return answer;
      } catch (error) {
        (await server.catch(() => null))?.kill('SIGKILL');
        throw error;
      }
    },
    async stop() {
      const last = await server;
      expected.add(last);
      await last.stop();
    },
  };
}

/** Waits for one that is up: it may be just recovering from the last blow. */
export async function postmasterPid(dataDir: string, clock: Clock): Promise<number> {
  for (;;) {
    const running = await findPostmaster(join(dataDir, 'pg'));
    if (running?.ready) return running.pid;
    await clock.sleep(POLL_MS);
  }
}

/** A process of PostgreSQL that serves a connection of our program. */
export async function backendPid(dataDir: string, clock: Clock): Promise<number> {
  for (;;) {
    const postmaster = await postmasterPid(dataDir, clock);
    for (const pid of await readWords(`/proc/${postmaster}/task/${postmaster}/children`)) {
      if (/^postgres: bocau bocau /.test((await readWords(`/proc/${pid}/cmdline`)).join(' ')))
        return Number(pid);
    }
    await clock.sleep(POLL_MS);
  }
}

/** What is no longer there says nothing. */
async function readWords(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split(/[\s\0]+/).filter((word) => word !== '');
}
