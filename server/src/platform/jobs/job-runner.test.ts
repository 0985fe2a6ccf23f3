import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { queryOnce } from '../../test-kit/query-once.ts';
import { openStallingLine } from '../../test-kit/stalling-line.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Database, inTransaction, openDatabase } from '../db/database.ts';
import { WritesPausedError } from '../db/database-errors.ts';
import { INTERACTIVE } from '../db/deadlines.ts';
import { kyselyOf } from '../db/kysely-of.ts';
import type { DbLog } from '../db/pg-config.ts';
import { openPool } from '../db/pool.ts';
import { Failure } from '../failure.ts';
import { addJob, type JobOptions, removeJob } from './add-job.ts';
import { GIVEN_UP } from './given-up.store.ts';
import {
  ANSWERED_AFTER_MS,
  CERTAIN_AFTER_MS,
  type JobRunner,
  type JobRunnerOptions,
  RECOVER_EVERY_MS,
  startJobRunner,
} from './job-runner.ts';
import { migrateJobs } from './migrate-jobs.ts';
import { recoverJobs } from './runner-presence.ts';
import { handle, type Task } from './task.ts';
import { noteTask, stuckTask } from './test-tasks.ts';

// Some tests start child processes, beside other tests on a machine that may have two processors.
vi.setConfig({ testTimeout: 90_000 });

type Tables = { notes: { note: string; runner: string } };

let own: TestDatabase;
let database: Database<Tables>;
let logged: string[];
const closing: (() => Promise<unknown>)[] = [];

const log: DbLog = {
  info: (_fields, message) => logged.push(message),
  warn: (_fields, message) => logged.push(message),
  error: (_fields, message) => logged.push(message),
};

beforeEach(async () => {
  logged = [];
  own = await createTestDatabase();
  database = openDatabase<Tables>({
    pgConfig: own.pgConfig,
    poolSize: 4,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    applicationName: 'test',
  });
  await sql`create table notes (note text not null, runner text not null)`.execute(kyselyOf(database.db));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.close();
  await own.drop();
});

function add<P extends object>(task: Task<P>, payload: P, options?: JobOptions): Promise<void> {
  return inTransaction(database.db, (tx) => addJob(tx, task, payload, options));
}

const writeNote = handle(noteTask, async ({ note }) => {
  await kyselyOf<Tables>(database.db).insertInto('notes').values({ note, runner: 'here' }).execute();
});

function start(options: Partial<JobRunnerOptions> = {}): JobRunner {
  const runner = startJobRunner({
    pgConfig: own.pgConfig,
    clock: systemClock,
    log,
    handlers: [writeNote],
    cron: [],
    concurrency: 2,
    ...options,
  });
  closing.push(() => runner.stop());
  return runner;
}

/** Shortens recovery waits to a fiftieth; counts the pauses between two scans for dead runners. */
function hurryingClock(): { clock: Clock; looked(): number } {
  let looks = 0;
  const clock: Clock = {
    ...systemClock,
    sleep(ms, signal) {
      if (ms === RECOVER_EVERY_MS) looks += 1;
      const hurries = ms === RECOVER_EVERY_MS || ms === CERTAIN_AFTER_MS || ms === ANSWERED_AFTER_MS;
      return systemClock.sleep(hurries ? ms / 50 : ms, signal);
    },
  };
  return { clock, looked: () => looks };
}

/** Counts the waits that keep the process alive. */
function countingClock(): { clock: Clock; waiting(): number } {
  let waits = 0;
  const clock: Clock = {
    ...systemClock,
    async sleep(ms, signal) {
      waits += 1;
      await systemClock.sleep(ms, signal);
      waits -= 1;
    },
  };
  return { clock, waiting: () => waits };
}

async function notes(): Promise<string[]> {
  const rows = await database.db.selectFrom('notes').select('note').orderBy('note').execute();
  return rows.map((row) => row.note);
}

async function jobsGivenUp(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from graphile_worker._private_jobs
    where attempts = max_attempts and locked_at is null`.execute(kyselyOf(database.db));
  return rows[0]?.count ?? 0;
}

async function jobsLeft(): Promise<{ attempts: number; in: number }[]> {
  const { rows } = await sql<{ attempts: number; in: number }>`
    select attempts, round(extract(epoch from run_at - now()))::integer as in
    from graphile_worker._private_jobs order by id`.execute(kyselyOf(database.db));
  return rows;
}

function eventually<T>(read: () => Promise<T> | T) {
  return expect.poll(read, { timeout: 45_000, interval: 20 });
}

type Child = { process: ChildProcess; heard: string[]; said(line: string): Promise<void> };

async function startChild(name: string): Promise<Child> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'job-runner.test-child.ts'), JSON.stringify(own.pgConfig), name],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  closing.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const heard: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => heard.push(line));
  const said = async (line: string) => {
    await eventually(() => heard).toContain(line);
  };
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
  await Promise.race([said('ready'), ended]);
  return { process: child, heard, said };
}

describe('the queue', () => {
  test('runs a job when its transaction has committed, and never one that was rolled back', async () => {
    start();
    await expect(
      inTransaction(database.db, async (tx) => {
        await addJob(tx, noteTask, { note: 'never' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await add(noteTask, { note: 'committed' });
    await eventually(notes).toEqual(['committed']);
    await eventually(jobsLeft).toEqual([]);
  });

  test('keeps a job until its time, takes a new one for an old one of the same key, and forgets a removed one', async () => {
    const later = new Date(systemClock.now() + 3_600_000);
    await add(noteTask, { note: 'too late' }, { jobKey: 'a', runAt: later });
    await add(noteTask, { note: 'now' }, { jobKey: 'a' });
    await add(noteTask, { note: 'not before' }, { jobKey: 'b', runAt: later });
    await add(noteTask, { note: 'removed' }, { jobKey: 'c' });
    await inTransaction(database.db, (tx) => removeJob(tx, 'c'));
    start();
    await eventually(notes).toEqual(['now']);
    await eventually(jobsLeft).toHaveLength(1);
    expect((await jobsLeft())[0]?.attempts).toBe(0);
  });

  test('tries a failed job again after pauses that grow, and gives it up after the last', async () => {
    const seen: boolean[] = [];
    start({
      handlers: [
        handle(noteTask, async (_payload, { lastAttempt }) => {
          seen.push(lastAttempt);
          throw new Error('out of order');
        }),
      ],
    });
    await add(noteTask, { note: 'fails' });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= noteTask.maxAttempts; attempt += 1) {
      await eventually(async () => (await jobsLeft())[0]?.in ?? 0).toBeGreaterThan(1);
      pauses.push((await jobsLeft())[0]?.in ?? 0);
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(kyselyOf(database.db));
      if (attempt < noteTask.maxAttempts) await eventually(() => seen.length).toBe(attempt + 1);
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(new Set(pauses).size).toBe(noteTask.maxAttempts);
    expect(seen).toEqual([false, false, false, false, true]);
    await eventually(() => logged.at(-1)).toBe('job failed permanently');
  });

  test('gives a job up at once when it is refused, and not when the refusal passes with time', async () => {
    const refusals = [
      new Failure('service_unavailable', 'not now'),
      new Failure('sending_disabled', 'switched off'),
    ];
    let attempts = 0;
    start({
      handlers: [
        handle(noteTask, async () => {
          throw refusals[attempts++];
        }),
      ],
    });
    await add(noteTask, { note: 'is refused' });
    await eventually(async () => (await jobsLeft())[0]?.in ?? 0).toBeGreaterThan(1);
    await eventually(() => logged.at(-1)).toBe('job failed, will retry');
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(kyselyOf(database.db));
    await eventually(() => logged.at(-1)).toBe('job failed permanently');
    await eventually(jobsGivenUp).toBe(1);
    expect(attempts).toBe(2);
  });

  test('one that another replaced while it ran is not counted among those that were given up', async () => {
    const failed = async () => {
      const { rows } = await sql<{ failed: number }>`
        select count(*) filter (where ${GIVEN_UP})::integer as failed from graphile_worker._private_jobs j`.execute(
        kyselyOf(database.db),
      );
      return rows[0]?.failed;
    };
    const begun = Promise.withResolvers<void>();
    const replaced = Promise.withResolvers<void>();
    start({
      handlers: [
        handle(noteTask, async ({ note }) => {
          if (note === 'second') return;
          if (note === 'refused') throw new Failure('sending_disabled', 'switched off');
          begun.resolve();
          await replaced.promise;
          throw new Error('out of order');
        }),
      ],
    });
    await add(noteTask, { note: 'first' }, { jobKey: 'one' });
    await begun.promise;
    await add(noteTask, { note: 'second' }, { jobKey: 'one' });
    replaced.resolve();
    await eventually(async () => [await jobsGivenUp(), (await jobsLeft()).length]).toEqual([1, 1]);
    expect(await failed()).toBe(0);
    // A job that was debounced, and failed then, was given up.
    const runAt = new Date(systemClock.now() + 3_600_000);
    await add(noteTask, { note: 'refused' }, { jobKey: 'two', runAt });
    await add(noteTask, { note: 'refused' }, { jobKey: 'two' });
    await eventually(failed).toBe(1);
  });

  test('makes good a run of the clock that was missed, once for all runners', async () => {
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('note', now() - interval '9 days', now() - interval '2 days')`.execute(kyselyOf(database.db));
    const cron = [{ task: noteTask, at: '17 3 * * *', catchUpHours: 24 }];
    const handlers = [
      handle(noteTask, async () => {
        await kyselyOf<Tables>(database.db)
          .insertInto('notes')
          .values({ note: 'by the clock', runner: 'here' })
          .execute();
      }),
    ];
    start({ cron, handlers });
    start({ cron, handlers });
    await eventually(notes).toEqual(['by the clock']);
    await eventually(jobsLeft).toEqual([]);
    expect(await notes()).toEqual(['by the clock']);
  });

  test('makes its tables once when several processes start together', async () => {
    const fresh = await createEmptyDatabase();
    closing.push(() => fresh.drop());
    await Promise.all([1, 2, 3, 4].map(() => migrateJobs(fresh.pgConfig)));
    const rows = await queryOnce(
      fresh.pgConfig,
      'select count(*)::integer as twice from graphile_worker.migrations',
    );
    expect(rows[0]?.twice).toBeGreaterThan(15);
  });
});

describe('several processes', () => {
  test('share the jobs and never run one twice', async () => {
    await startChild('one');
    await startChild('two');
    const expected = Array.from({ length: 400 }, (_, index) => `job ${String(index).padStart(3, '0')}`);
    await inTransaction(database.db, async (tx) => {
      for (const note of expected) await addJob(tx, noteTask, { note });
    });
    await eventually(jobsLeft).toEqual([]);
    expect(await notes()).toEqual(expected);
    const { rows } = await sql<{ runner: string }>`select distinct runner from notes order by 1`.execute(
      kyselyOf(database.db),
    );
    expect(rows.map((row) => row.runner)).toEqual(['one', 'two']);
  });

  test('take up what a killed one left, and leave alone what a living one has', async () => {
    const victim = await startChild('victim');
    await add(stuckTask, { note: 'left behind' });
    await victim.said('took left behind');
    const taken: string[] = [];
    const { clock, looked } = hurryingClock();
    start({
      clock,
      handlers: [
        handle(stuckTask, async ({ note }, { signal }) => {
          taken.push(note);
          await systemClock.sleep(600_000, signal);
          throw new Error('stopped');
        }),
      ],
    });
    start({
      clock,
      handlers: [
        handle(stuckTask, async ({ note }) => {
          taken.push(`again: ${note}`);
        }),
      ],
    });
    victim.process.kill('SIGKILL');
    await eventually(() => taken).toHaveLength(1);
    // Both scan several more times.
    const looks = looked() + 8;
    await eventually(looked).toBeGreaterThan(looks);
    expect(taken).toHaveLength(1);
  });
});

describe('a runner', () => {
  test('takes up what others left, and counts itself as living though nobody can see it', async () => {
    // The connection may be ended while it closes, which with a bare pool would fail the whole run.
    const pool = openPool({
      ...{ pgConfig: own.pgConfig, poolSize: 1, applicationName: 'test', deadlines: INTERACTIVE },
      onLost: () => undefined,
    });
    closing.push(() => pool.end());
    await add(noteTask, { note: 'begun' });
    await sql`update graphile_worker._private_jobs set locked_by = 'me', locked_at = now()`.execute(
      kyselyOf(database.db),
    );
    const lookAs = (me: string) =>
      recoverJobs(
        pool,
        () => me,
        async () => undefined,
      );
    expect(await lookAs('me')).toEqual([]);
    expect(await lookAs('another')).toEqual(['me']);
    expect(await lookAs('another')).toEqual([]);
  });

  test('stops within seconds: running handlers hear of it, and their jobs wait for another runner', async () => {
    let began = false;
    let heard = false;
    const runner = start({
      handlers: [
        handle(stuckTask, async (_payload, { signal }) => {
          began = true;
          await systemClock.sleep(600_000, signal);
          heard = signal.aborted;
          throw new Error('broken off');
        }),
      ],
    });
    await add(stuckTask, { note: 'long' });
    await eventually(() => began).toBe(true);
    await runner.stop();
    closing.pop();
    expect(heard).toBe(true);
    const { rows } = await sql`select 1 from graphile_worker._private_jobs where locked_by is null`.execute(
      kyselyOf(database.db),
    );
    expect(rows).toHaveLength(1);
  });

  test('does not count an attempt that failed because writes are paused', async () => {
    start({
      handlers: [
        handle(stuckTask, () => Promise.reject(new WritesPausedError('The database takes no writes'))),
        handle(noteTask, () => Promise.reject(new Error('another fault'))),
      ],
    });
    await add(stuckTask, { note: 'paused' });
    await add(noteTask, { note: 'failed' });
    const failed = async () =>
      (
        await sql<{ attempts: number }>`
          select attempts from graphile_worker._private_jobs
          where last_error is not null and locked_by is null order by id`.execute(kyselyOf(database.db))
      ).rows.map(({ attempts }) => attempts);
    await eventually(async () => (await failed()).length).toBe(2);
    expect(await failed()).toEqual([0, 1]);
  });

  describe('drained', () => {
    let signal: AbortSignal | null;
    let finish: () => void;
    let ended: boolean;

    async function drainWhileOneRuns(options: Partial<JobRunnerOptions>, withinMs: number) {
      signal = null;
      ended = false;
      const { promise: finished, resolve } = Promise.withResolvers<void>();
      finish = resolve;
      const run = async (_payload: object, job: { signal: AbortSignal }) => {
        signal = job.signal;
        const { promise: broken, reject } = Promise.withResolvers<never>();
        job.signal.addEventListener('abort', () => reject(new Error('broken off')));
        await Promise.race([finished, broken]);
      };
      const runner = start({ handlers: [writeNote, handle(stuckTask, run)], ...options });
      await add(stuckTask, { note: 'long' });
      await eventually(() => signal !== null).toBe(true);
      const drained = runner.drain(withinMs).then(() => {
        ended = true;
      });
      return { runner, drained };
    }

    test('it takes no more jobs, and waits for the end of one that runs', async () => {
      const { drained } = await drainWhileOneRuns({}, 600_000);
      await add(noteTask, { note: 'late' });
      await eventually(() => logged).toContain('draining: running jobs come to their end');
      expect([signal?.aborted, ended]).toEqual([false, false]);
      finish();
      await drained;
      expect([signal?.aborted, await notes(), (await jobsLeft()).length]).toEqual([false, [], 1]);
    });

    test('it breaks jobs off that take too long, or when it is stopped meanwhile', async () => {
      await (await drainWhileOneRuns({}, 50)).drained;
      expect([signal?.aborted, (await jobsLeft()).length]).toEqual([true, 1]);
      expect(logged).toContain('draining took too long: running jobs are broken off');
      const { runner, drained } = await drainWhileOneRuns({}, 600_000);
      expect(signal?.aborted).toBe(false);
      await runner.stop();
      await drained;
      expect(signal?.aborted).toBe(true);
    });

    test('it tells those at once that go on elsewhere from where they were', async () => {
      await (await drainWhileOneRuns({ resumable: true }, 600_000)).drained;
      expect([signal?.aborted, (await jobsLeft()).length]).toEqual([true, 1]);
    });
  });

  test('leaves nothing behind that keeps the process alive when it has stopped', async () => {
    const { clock, waiting } = countingClock();
    start({ clock });
    await add(noteTask, { note: 'done' });
    await eventually(notes).toEqual(['done']);
    expect(waiting()).toBeGreaterThan(0);
    await closing.pop()?.();
    expect(waiting()).toBe(0);
  });

  test('does not wait for a handler that will not end', async () => {
    const runner = start({
      stopWithinMs: 200,
      handlers: [handle(stuckTask, () => new Promise(() => logged.push('began')))],
    });
    await add(stuckTask, { note: 'for ever' });
    await eventually(() => logged).toContain('began');
    await runner.stop();
    closing.pop();
    const { rows } = await sql`select 1 from graphile_worker._private_jobs where locked_by is null`.execute(
      kyselyOf(database.db),
    );
    expect(rows).toHaveLength(1);
  });

  test('begins again when its very first look for jobs failed', async () => {
    await add(noteTask, { note: 'patience' });
    const rename = (from: string, to: string) =>
      sql`alter table graphile_worker.${sql.ref(from)} rename to ${sql.ref(to)}`.execute(
        kyselyOf(database.db),
      );
    await rename('_private_tasks', 'elsewhere');
    start();
    await eventually(() => logged).toContain('job runner waiting: database unreachable');
    await rename('elsewhere', '_private_tasks');
    await eventually(notes).toEqual(['patience']);
  });

  test('comes back when the database does, with one line about it', async () => {
    const name = (
      await sql<{ name: string }>`select current_database() as name`.execute(kyselyOf(database.db))
    ).rows[0]?.name;
    const outside = new pg.Client({ ...inject('postgres') });
    await outside.connect();
    closing.push(() => outside.end());
    let begun = 0;
    start({
      handlers: [
        writeNote,
        handle(stuckTask, async ({ note }) => {
          begun += 1;
          // The first time, the database goes away meanwhile, and the job cannot be marked as done.
          if (begun === 1)
            await eventually(() => logged).toContain('job runner waiting: database unreachable');
          await eventually(() =>
            kyselyOf<Tables>(database.db).insertInto('notes').values({ note, runner: 'here' }).execute(),
          ).toBeDefined();
        }),
      ],
    });
    await add(noteTask, { note: 'before' });
    await eventually(notes).toEqual(['before']);
    await add(stuckTask, { note: 'across' });
    await eventually(() => begun).toBe(1);

    await outside.query(`alter database ${name} allow_connections false`);
    await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await eventually(() => logged).toContain('job runner waiting: database unreachable');
    await systemClock.sleep(1_500);
    await outside.query(`alter database ${name} allow_connections true`);

    await eventually(() => logged).toContain('job runner recovered');
    await add(noteTask, { note: 'after' });
    await eventually(notes).toContain('after');
    await eventually(jobsLeft).toEqual([]);
    expect(await notes()).toContain('across');
    expect(logged.filter((line) => line.startsWith('job runner waiting'))).toHaveLength(1);
  });

  test('takes jobs again after its database has hung', async () => {
    const line = await openStallingLine(own.pgConfig);
    closing.push(() => line.close());
    const deadlines = { ...INTERACTIVE, connectMs: 1_500, answerMs: 500 };
    start({ pgConfig: line.pgConfig, deadlines, clock: hurryingClock().clock });
    await add(noteTask, { note: 'before' });
    await eventually(notes).toEqual(['before']);
    await eventually(jobsLeft).toEqual([]);
    line.stall();
    await add(noteTask, { note: 'meanwhile' });
    await eventually(() => logged).toContain('job runner waiting: database unreachable');
    line.resume();
    await eventually(notes).toEqual(['before', 'meanwhile']);
    await eventually(jobsLeft).toEqual([]);
  });

  test('runs a job again whose end was lost with a primary', async () => {
    const db = kyselyOf<Tables>(database.db);
    let runner = '';
    const rememberRunner = handle(noteTask, async ({ note }) => {
      const { rows } = await sql<{ id: string }>`
        select locked_by as id from graphile_worker._private_jobs where locked_by is not null`.execute(db);
      runner = rows[0]?.id ?? '';
      await db.insertInto('notes').values({ note, runner }).execute();
    });
    start({ handlers: [rememberRunner], clock: hurryingClock().clock });
    await add(noteTask, { note: 'before' });
    await eventually(notes).toEqual(['before']);
    await eventually(jobsLeft).toEqual([]);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'jobs' and query like 'LISTEN%'`.execute(db);
    await eventually(() => logged).toContain('job runner recovered');
    // The promoted standby has the job as it was before its completion.
    await add(noteTask, { note: 'again' }, { runAt: new Date(systemClock.now() + 600_000) });
    await sql`
      update graphile_worker._private_jobs set locked_by = ${runner}, locked_at = now(), run_at = now()`.execute(
      db,
    );
    await eventually(notes).toEqual(['again', 'before']);
  });
});
