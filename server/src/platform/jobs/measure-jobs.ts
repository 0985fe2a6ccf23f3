import { type Kysely, sql } from 'kysely';
import type { Metrics } from '../metrics.ts';

type Count = { task: string; waiting: number; failed: number };

/** How many jobs there are, a figure a task; the same from every process. */
export function measureJobs<Tables>(metrics: Metrics, db: Kysely<Tables>): void {
  metrics.gauge('bocau_jobs_waiting', 'Jobs that are due and not begun', async () =>
    figures(await countJobs(db), 'waiting'),
  );
  metrics.gauge('bocau_jobs_failed', 'Jobs that were given up', async () =>
    figures(await countJobs(db), 'failed'),
  );
}

async function countJobs<Tables>(db: Kysely<Tables>): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select t.identifier as task,
      count(*) filter (where j.is_available and j.run_at <= now())::integer as waiting,
      count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)::integer as failed
    from graphile_worker._private_tasks t
    left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier`.execute(db);
  return rows;
}

function figures(counts: Count[], figure: 'waiting' | 'failed'): Record<string, number> {
  return Object.fromEntries(counts.map((count) => [count.task, count[figure]]));
}
