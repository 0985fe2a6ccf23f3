import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { PgConfig } from '../db/pg-config.ts';

/** A number of our own among the server's advisory locks, above the one of `migrate`. */
const MIGRATE_JOBS_LOCK = 4_207_004;

/** Makes the job queue's tables, or brings them up to date; several processes may call it at once. */
export async function migrateJobs(pgConfig: PgConfig): Promise<void> {
  const pool = new pg.Pool({ ...pgConfig, max: 2, application_name: 'migrate' });
  // A lost connection also fails the query under way, which is where it is told.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const holder = await pool.connect();
    try {
      await holder.query('select pg_advisory_lock($1)', [MIGRATE_JOBS_LOCK]);
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
    } finally {
      // Closing the connection gives the lock back.
      holder.release(true);
    }
  } finally {
    await pool.end();
  }
}
