import { sql } from 'kysely';
import type { AnyReadDb } from '../db/kysely-of.ts';
import { readRows } from '../db/read-rows.ts';
import type { Metrics } from '../metrics.ts';
import { GIVEN_UP } from './given-up.store.ts';
import type { Lane } from './task.ts';

type Count = { task: string; waiting: number; running: number; failed: number };

/** The number of jobs per task; the same from every process. */
export function measureJobs(metrics: Metrics, db: AnyReadDb, tasks: { name: string }[]): void {
  // Prometheus sees an increase only of an existing series, and the database knows a task only from its first
  // job on.
  const none = Object.fromEntries(tasks.map(({ name }) => [name, 0]));
  const read = async (figure: keyof Omit<Count, 'task'>) => ({
    ...none,
    ...figures(await countJobs(db), figure),
  });
  metrics.gauge('bocau_jobs_waiting', 'Jobs that are due and not begun', () => read('waiting'));
  metrics.gauge('bocau_jobs_running', 'Jobs that are being worked on', () => read('running'));
  metrics.gauge('bocau_jobs_failed', 'Jobs that were given up', () => read('failed'));
}

/** How long the oldest waiting job has been due, by lane. */
export function measureLanes(metrics: Metrics, db: AnyReadDb, tasks: { name: string; lane: Lane }[]): void {
  const lanes = [...new Set(tasks.map(({ lane }) => lane))];
  metrics.gauge(
    'bocau_jobs_oldest_due_seconds',
    'How long the oldest job that is due has waited',
    async () => {
      const ages = await readAges(db);
      const age = (lane: Lane) =>
        ages.filter(({ task }) => tasks.some((one) => one.name === task && one.lane === lane));
      return Object.fromEntries(
        lanes.map((lane) => [lane, Math.max(0, ...age(lane).map(({ seconds }) => seconds))]),
      );
    },
  );
}

async function readAges(db: AnyReadDb): Promise<{ task: string; seconds: number }[]> {
  return readRows(
    db,
    sql<{ task: string; seconds: number }>`
    select t.identifier as task, extract(epoch from now() - min(j.run_at))::float8 as seconds
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.is_available and j.run_at <= now()
    group by t.identifier`,
  );
}

async function countJobs(db: AnyReadDb): Promise<Count[]> {
  return readRows(
    db,
    sql<Count>`
    select t.identifier as task,
      count(*) filter (where j.is_available and j.run_at <= now())::integer as waiting,
      count(*) filter (where j.locked_at is not null)::integer as running,
      count(*) filter (where ${GIVEN_UP})::integer as failed
    from graphile_worker._private_tasks t
    left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier`,
  );
}

function figures(counts: Count[], figure: keyof Omit<Count, 'task'>): Record<string, number> {
  return Object.fromEntries(counts.map((count) => [count.task, count[figure]]));
}
