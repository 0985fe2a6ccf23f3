import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Config } from './config/config.ts';
import { shown } from './config/env-faults.ts';
import { StartError } from './config/start-error.ts';
import type { Clock } from './platform/clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import type { PgConfig } from './platform/db/pg-config.ts';
import { migrateJobs } from './platform/jobs/migrate-jobs.ts';
import type { Logger } from './platform/logger.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const ANSWER_WITHIN_MS = 10_000;

/** Starts the embedded database, or makes sure that the given one answers. */
export async function reachDatabase(
  config: Config,
  clock: Clock,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<PgConfig> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const pgConfig = { connectionString: databaseUrl };
    await askGivenDatabase(pgConfig, config);
    return pgConfig;
  }
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, clock, log });
    opened.defer(() => embedded.stop());
    return embedded.pgConfig;
  } catch (cause) {
    const file = join(dataDir, 'pg', 'postgres.log');
    throw new StartError(
      `${placeOf(config)}: ${reasonOf(cause)}. Correct that (PostgreSQL's own log is ${file}), or set DATABASE_URL to a database of your own.`,
      { cause },
    );
  }
}

async function askGivenDatabase(pgConfig: PgConfig, config: Config): Promise<void> {
  const client = new pg.Client({ ...pgConfig, connectionTimeoutMillis: ANSWER_WITHIN_MS });
  // A connection that breaks fails the query too, which is where it is reported.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (cause) {
    const [what, remedy] =
      cause instanceof pg.DatabaseError
        ? ['the database refuses the connection', 'Correct DATABASE_URL or the rights of its user.']
        : ['the database can not be reached', 'Start it, or correct DATABASE_URL.'];
    throw new StartError(`${placeOf(config)}: ${what}: ${reasonOf(cause)}. ${remedy}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Brings the tables up to this program; each migration runs in a transaction of its own. */
export async function migrateDatabase(pgConfig: PgConfig, config: Config): Promise<void> {
  try {
    await migrate(pgConfig, MIGRATIONS);
    await migrateJobs(pgConfig);
  } catch (cause) {
    throw new StartError(
      `${placeOf(config)}: the database could not be migrated: ${reasonOf(cause)}. Nothing of that migration was kept; remove its cause and start again.`,
      { cause },
    );
  }
}

function placeOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === null ? shown('DATA_DIR', dataDir) : shown('DATABASE_URL', databaseUrl);
}

/** In one line and without a full stop. A name with several addresses fails with an error for each and no text. */
function reasonOf(error: unknown): string {
  const all = error instanceof AggregateError && error.message === '' ? error.errors : [error];
  const texts = all.map((one: unknown) => (one instanceof Error ? one.message || one.name : String(one)));
  return texts.join('; ').replace(/\s+/g, ' ').replace(/\.$/, '');
}
