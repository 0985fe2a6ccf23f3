import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { createClient } from '../db/connection-config.ts';
import { INTERACTIVE } from '../db/deadlines.ts';
import type { PgConfig } from '../db/pg-config.ts';

/**
 * First half of the key of the advisory lock that a live runner holds; the second is a hash of the runner's
 * id.
 */
const PRESENCE_LOCK = ADVISORY_LOCKS.runnerPresence;
const FIRST_PAUSE_MS = 100;
/** Much shorter than the time after which a runner counts as dead. */
const LONGEST_PAUSE_MS = 500;

export type Presence = { end(): Promise<void> };

/**
 * Signals that this runner is alive: it holds an advisory lock on a dedicated connection, which the server
 * releases as soon as the process is gone. When the connection breaks, the lock is taken again.
 */
export function showPresence(options: { pgConfig: PgConfig; clock: Clock; runnerId: string }): Presence {
  const { pgConfig, clock, runnerId } = options;
  const ending = new AbortController();
  const ended = stayPresent();

  async function stayPresent(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!ending.signal.aborted) {
      const client = createClient({ pgConfig, applicationName: 'runner presence', deadlines: INTERACTIVE });
      const gone = new Promise<void>((resolve) => client.once('end', resolve));
      try {
        await client.connect();
        await client.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE_LOCK, runnerId]);
        pause = FIRST_PAUSE_MS;
        await Promise.race([gone, aborted(ending.signal)]);
      } catch {
        // The database is unavailable, which the job runner reports.
      }
      await client.end();
      await clock.sleep(pause, ending.signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  return {
    async end() {
      ending.abort();
      await ended;
    },
  };
}

/** Dead runners whose jobs are still locked. */
async function findDeadRunners(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ runner: string }>(
    `select runner from (
       select locked_by as runner from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null
     ) r
     where not exists (
       select from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.locktype = 'advisory' and l.granted and l.objsubid = 2
         and l.classid = $1::bigint::oid and l.objid = (hashtext(r.runner)::bigint & 4294967295)::oid
     )`,
    [PRESENCE_LOCK],
  );
  return rows.map((row) => row.runner);
}

/** Returns the orphaned jobs of dead runners to the queue and wakes idle runners. */
export async function unlockJobsOf(pool: pg.Pool, runnerIds: string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [runnerIds]);
  await pool.query(`select pg_notify('jobs:insert', '{"count": 1000}')`);
}

/**
 * Unlocks the jobs of dead runners. A runner counts as dead when it is missing in two checks with a pause
 * between, in which a runner that only lost its connection has come back. The checking runner excludes
 * itself. Returns the runners found dead.
 */
export async function recoverJobs(
  pool: pg.Pool,
  own: () => string | undefined,
  pause: () => Promise<void>,
): Promise<string[]> {
  const missing = await findDeadRunners(pool);
  if (missing.length === 0) return [];
  await pause();
  const stillMissing = new Set(await findDeadRunners(pool));
  const dead = missing.filter((runner) => stillMissing.has(runner) && runner !== own());
  if (dead.length > 0) await unlockJobsOf(pool, dead);
  return dead;
}

/**
 * Releases jobs that this runner has locked without knowing: the answer to its poll was lost, so it does not
 * work on them, and no other runner takes them while it lives. A job that is unknown in two checks with a
 * pause between was not just taken. None of them began, so the attempt does not count.
 */
export async function releaseUnknownJobs(
  pool: pg.Pool,
  runner: { id: string; knows(job: string): boolean },
  pause: () => Promise<void>,
): Promise<string[]> {
  const find = async () => {
    const { rows } = await pool.query<{ id: string }>(
      'select id from graphile_worker._private_jobs where locked_by = $1',
      [runner.id],
    );
    return rows.map(({ id }) => String(id)).filter((id) => !runner.knows(id));
  };
  const unknown = await find();
  if (unknown.length === 0) return [];
  await pause();
  const stillUnknown = new Set(await find());
  const lost = unknown.filter((id) => stillUnknown.has(id));
  if (lost.length === 0) return [];
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)
     where locked_by = $1 and id = any($2::bigint[])`,
    [runner.id, lost],
  );
  await pool.query(
    `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     where locked_by = $1
       and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = $1)`,
    [runner.id],
  );
  return lost;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
