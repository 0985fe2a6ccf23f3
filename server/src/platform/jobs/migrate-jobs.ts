import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { systemClock } from '../clock.ts';
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { type ApplyOptions, retryWhileLocked } from '../db/apply-migration.ts';
import { createClient } from '../db/connection-config.ts';
import { MIGRATION } from '../db/deadlines.ts';
import type { PgConfig } from '../db/pg-config.ts';
import { openPool } from '../db/pool.ts';
import { type LockWaits, takeLock } from '../db/take-lock.ts';

export const MIGRATE_JOBS_LOCK = ADVISORY_LOCKS.jobMigration;
/** The newest schema migration of the job queue in the bundled library. */
export const JOBS_SCHEMA = 20;

/** Creates or upgrades the job queue's tables; several processes may call it concurrently. */
export async function migrateJobs(
  pgConfig: PgConfig,
  options: Partial<ApplyOptions & LockWaits> = {},
): Promise<void> {
  const holder = await connect(pgConfig);
  try {
    await takeLock(holder, 'migrations of the job queue', MIGRATE_JOBS_LOCK, options);
    const limits = { clock: systemClock, ...options };
    await retryWhileLocked(holder, 'the job queue', limits, (lockTimeoutMs) =>
      runStep(pgConfig, lockTimeoutMs),
    );
  } finally {
    // Closing the connection releases the lock.
    await holder.end();
  }
}

async function runStep(pgConfig: PgConfig, lockTimeoutMs: number): Promise<void> {
  const pool = openPool({
    pgConfig,
    poolSize: 1,
    applicationName: 'migrate',
    deadlines: { ...MIGRATION, lockMs: lockTimeoutMs },
    // A lost connection also fails the running query, which reports it.
    onLost: () => undefined,
  });
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

/** Whether `migrateJobs` has to create or upgrade the tables. */
export async function jobTablesState(
  pgConfig: PgConfig,
  options: Partial<LockWaits> = {},
): Promise<'missing' | 'behind' | 'current'> {
  const client = await connect(pgConfig);
  try {
    const there = await client.query<{ there: boolean }>(
      `select to_regclass('graphile_worker.migrations') is not null as there`,
    );
    if (!there.rows[0]?.there) return 'missing';
    // Another process may be migrating them right now.
    await takeLock(client, 'migrations of the job queue', MIGRATE_JOBS_LOCK, options);
    const { rows } = await client.query<{ newest: number | null }>(
      'select max(id) as newest from graphile_worker.migrations',
    );
    return (rows[0]?.newest ?? 0) < JOBS_SCHEMA ? 'behind' : 'current';
  } finally {
    await client.end();
  }
}

async function connect(pgConfig: PgConfig): Promise<pg.Client> {
  const client = createClient({ pgConfig, applicationName: 'migrate', deadlines: MIGRATION });
  await client.connect();
  return client;
}
