import { sql } from 'kysely';
import type { AnyReadDb } from '../db/kysely-of.ts';
import { readRows } from '../db/read-rows.ts';
import type { Metrics } from '../metrics.ts';

type Count = { task: string; waiting: number; running: number; failed: number };

/** How many jobs there are, a figure a task; the same from every process. */
export function measureJobs(metrics: Metrics, db: AnyReadDb): void {
  metrics.gauge('bocau_jobs_waiting', 'Jobs that are due and not begun', async () =>
    figures(await countJobs(db), 'waiting'),
  );
  metrics.gauge('bocau_jobs_running', 'Jobs that are being worked on', async () =>
    figures(await countJobs(db), 'running'),
  );
  metrics.gauge('bocau_jobs_failed', 'Jobs that were given up', async () =>
    figures(await countJobs(db), 'failed'),
  );
}

async function countJobs(db: AnyReadDb): Promise<Count[]> {
  return readRows(
    db,
    sql<Count>`
    select t.identifier as task,
      count(*) filter (where j.is_available and j.run_at <= now())::integer as waiting,
      count(*) filter (where j.locked_at is not null)::integer as running,
      count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)::integer as failed
    from graphile_worker._private_tasks t
    left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier`,
  );
}

function figures(counts: Count[], figure: 'waiting' | 'running' | 'failed'): Record<string, number> {
  return Object.fromEntries(counts.map((count) => [count.task, count[figure]]));
}
