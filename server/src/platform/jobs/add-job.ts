import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { AnyReadDb } from '../db/kysely-of.ts';
import { readRows } from '../db/read-rows.ts';
import { SUPERSEDED } from './given-up.store.ts';
import type { Task } from './task.ts';

export type JobOptions = {
  /** Replaces a waiting job with the same key (which also debounces); a running one is left alone. */
  jobKey?: string;
  /** Defaults to immediately. */
  runAt?: Date;
  /** Where it is not that of its task; lower runs first. */
  priority?: number;
  /** Jobs of one queue run one after another. Each queue slows every poll for jobs, so use few. */
  queueName?: string;
  /** The accounts that the job is charged to; a fair lane divides its workers between them. */
  shares?: string[];
};

/** Any transaction, whatever its tables. */
type AnyTx = QueryExecutorProvider & { readonly isTransaction: true };

/** Enqueues a job, which exists only if and when the transaction commits. */
export async function addJob<Payload extends object>(
  tx: AnyTx,
  task: Task<Payload>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  const { jobKey = null } = options;
  // The mark is on the row before the job is replaced; what was waiting loses it then.
  await sql`
    with replaced as (${markSuperseded(jobKey)})
    select from (select count(*) as number from replaced) r, lateral graphile_worker.add_job(
      identifier => ${task.name}::text,
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queueName ?? null}::text,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${task.maxAttempts}::integer,
      job_key => case when r.number >= 0 then ${jobKey}::text end,
      priority => ${options.priority ?? task.priority}::integer,
      flags => ${options.shares ?? null}::text[]
    )`.execute(tx);
}

function markSuperseded(jobKey: string | null): RawBuilder<unknown> {
  return sql`
    update graphile_worker._private_jobs
    set flags = coalesce(flags, '{}') || jsonb_build_object(${sql.lit(SUPERSEDED)}, true)
    where key = ${jobKey}::text and (locked_at is not null or attempts < max_attempts) returning id`;
}

/**
 * Enqueues a job for each row of a query with `payload` (json), `key` and `shares` (text[]), in one statement. `before` is a
 * step of it, whose rows the query may read.
 */
export async function addJobsOf<Payload extends object>(
  tx: AnyTx,
  task: Task<Payload>,
  rows: RawBuilder<unknown>,
  before?: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    ${before ? sql`with ${before}` : sql``}
    select from (${rows}) r, lateral graphile_worker.add_job(
      identifier => ${task.name}::text,
      payload => r.payload,
      max_attempts => ${task.maxAttempts}::integer,
      job_key => r.key,
      priority => ${task.priority}::integer,
      flags => r.shares
    )`.execute(tx);
}

/** Whether a job with the key runs, or will run. */
export async function hasJob(db: AnyReadDb, jobKey: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from graphile_worker.jobs
    where key = ${jobKey} and (locked_at is not null or attempts < max_attempts)`,
  );
  return rows.length > 0;
}

export type FoundJob<Payload> = {
  payload: Payload;
  running: boolean;
  /** It is tried again later. */
  failed: boolean;
};

/** The job with the key that runs, or will run. */
export async function readJob<Payload extends object>(
  db: AnyReadDb,
  _task: Task<Payload>,
  jobKey: string,
): Promise<FoundJob<Payload> | undefined> {
  const [found] = await readRows(
    db,
    sql<FoundJob<Payload>>`
    select payload, locked_at is not null as running, locked_at is null and attempts > 0 as failed
    from graphile_worker._private_jobs
    where key = ${jobKey} and (locked_at is not null or attempts < max_attempts)`,
  );
  return found;
}

/** Removes a waiting job; a running one finishes, but is not retried. */
export async function removeJob(tx: AnyTx, jobKey: string): Promise<void> {
  await sql`select from graphile_worker.remove_job(job_key => ${jobKey}::text)`.execute(tx);
}
