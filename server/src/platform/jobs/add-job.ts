import { type QueryExecutorProvider, sql } from 'kysely';
import type { Task } from './task.ts';

export type JobOptions = {
  /** A second job with the key of one that waits takes its place; one that runs is left alone. */
  jobKey?: string;
  /** At once, unless given. */
  runAt?: Date;
  /** Jobs of one queue run one after another. Each queue costs every look for work, so name few. */
  queueName?: string;
};

/** Any transaction: the tables of its database do not matter here. */
type AnyTx = QueryExecutorProvider & { readonly isTransaction: true };

/** Puts a job into the queue, if and when the transaction commits. */
export async function addJob<Payload extends object>(
  tx: AnyTx,
  task: Task<Payload>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      identifier => ${task.name}::text,
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queueName ?? null}::text,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${task.maxAttempts}::integer,
      job_key => ${options.jobKey ?? null}::text,
      priority => ${task.priority}::integer
    )`.execute(tx);
}

/** Whether a job with the key runs, or will run. */
export async function hasJob(db: QueryExecutorProvider, jobKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where key = ${jobKey} and (locked_at is not null or attempts < max_attempts)`.execute(db);
  return rows.length > 0;
}

/** Takes a job that waits out of the queue; one that runs comes to its end, but is not tried again. */
export async function removeJob(tx: AnyTx, jobKey: string): Promise<void> {
  await sql`select from graphile_worker.remove_job(job_key => ${jobKey}::text)`.execute(tx);
}
