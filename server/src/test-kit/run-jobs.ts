import { EventEmitter } from 'node:events';
import { type Job, Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { AppContext } from '../context.ts';
import { jobHandlers } from '../job-handlers.ts';
import { taskList, WRITTEN_IN_BATCHES } from '../platform/jobs/job-runner.ts';
import type { TestContext } from './test-context.ts';

type RunJobsOptions = {
  /** The test is about failing: do not throw, and retry without the pause. */
  retry?: boolean;
};

/**
 * Runs all jobs that are due by the context's clock, and the jobs they enqueue, until none is left; returns
 * the names of the tasks in order. Throws the error of the first failing job.
 */
export async function runJobsUntilIdle(context: AppContext, options: RunJobsOptions = {}): Promise<string[]> {
  const pool = new pg.Pool({ ...context.pgConfig, max: 3 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const ran: string[] = [];
  const failures: Error[] = [];
  const events = new EventEmitter();
  events.on('job:start', ({ job }: { job: Job }) => ran.push(job.task_identifier));
  events.on('job:error', ({ error }: { error: Error }) => failures.push(error));
  try {
    // A failure is recorded only after the runner has polled again.
    for (let before = -1; ran.length > before; ) {
      before = ran.length;
      await runOnce({
        pgPool: pool,
        taskList: taskList(jobHandlers(context)),
        noHandleSignals: true,
        events,
        logger: new Logger(() => () => undefined),
        preset: WRITTEN_IN_BATCHES,
        forbiddenFlags: async () => {
          await markDue(pool, context.clock.now(), options.retry === true);
          return ['not due'];
        },
      });
    }
  } finally {
    await pool.end();
  }
  if (failures[0] && options.retry !== true) throw failures[0];
  return ran;
}

/** Jobs without a time get the context's current time too, for code that compares the two. */
export async function dateJobsByClock({ db, clock }: TestContext): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = to_timestamp(${clock.now()} / 1000.0)
    where run_at in (created_at, updated_at)`.execute(db);
}

/**
 * The queue uses the database's clock and the test its own. A job without a time has that of its transaction,
 * and is always due.
 */
async function markDue(pool: pg.Pool, now: number, retry: boolean): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs j
     set flags = case when due.yes then null else '{"not due": true}'::jsonb end,
       run_at = case when due.yes then least(run_at, now()) else run_at end
     from (select id, case when attempts > 0 then $2
         else run_at <= to_timestamp($1 / 1000.0) or run_at in (created_at, updated_at) end as yes
       from graphile_worker._private_jobs where locked_at is null) due
     where j.id = due.id`,
    [now, retry],
  );
}
