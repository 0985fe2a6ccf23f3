import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Config } from './config/config.ts';
import { shown } from './config/env-faults.ts';
import { noInstallation } from './config/expected-installation.ts';
import { StartError } from './config/start-error.ts';
import {
  readUnfinishedRestore,
  type UnfinishedRestore,
} from './platform/backups/unfinished-restore.store.ts';
import type { Clock } from './platform/clock.ts';
import { createClient } from './platform/db/connection-config.ts';
import { INTERACTIVE } from './platform/db/deadlines.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { isUntested, readServerFacts, serverFault } from './platform/db/examine-server.ts';
import { MIGRATION_LOCK, type MigrateOptions, migrate, readPending } from './platform/db/migrate.ts';
import type { PgConfig } from './platform/db/pg-config.ts';
import { sharesConnections } from './platform/db/shares-connections.ts';
import { isLocked, LockTimeoutError, type LockWaits } from './platform/db/take-lock.ts';
import { jobTablesState, MIGRATE_JOBS_LOCK, migrateJobs } from './platform/jobs/migrate-jobs.ts';
import type { Logger } from './platform/logger.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const ANSWER_WITHIN_MS = 10_000;
const JOB_QUEUE = 'the job queue';

/** Starts the embedded database, or makes sure that the given one answers, past the pooler where there is one. */
export async function reachDatabase(
  config: Config,
  clock: Clock,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<PgConfig> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const direct = databaseDirectUrl ?? databaseUrl;
    const identity = await askGivenDatabase(direct, placeOf(config), log, 'session');
    if (databaseDirectUrl !== null) {
      const pooler = shown('DATABASE_URL', databaseUrl);
      if ((await askGivenDatabase(databaseUrl, pooler, log, 'transaction')) !== identity) {
        throw new StartError(
          `${placeOf(config)}: this is another database than that of ${pooler}. Correct one.`,
        );
      }
    }
    return { connectionString: direct };
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

/** Answers which database it is; refuses what can not be worked with, and a pooler where a session has to stay ours. */
async function askGivenDatabase(
  connectionString: string,
  place: string,
  log: Logger,
  needs: 'session' | 'transaction',
): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const connect = async () => {
    // Whatever stands there is asked as a pooler is, which refuses settings of a session.
    const pgConfig = { connectionString, pooled: true } as const;
    const deadlines = { ...INTERACTIVE, connectMs: ANSWER_WITHIN_MS };
    const client = createClient({ pgConfig, applicationName: 'start', deadlines });
    opened.defer(() => client.end().catch(() => undefined));
    await client.connect();
    return client;
  };
  try {
    const client = await connect();
    const facts = await readServerFacts(client);
    const shares = needs === 'session' && (await sharesConnections(client, connect));
    const fault = shares ? SHARED : serverFault(facts);
    if (fault !== null) throw new StartError(`${place}: ${fault.what}. ${fault.remedy}`);
    const { version } = facts;
    if (isUntested(facts)) log.warn({ version }, 'database newer than the versions that were tested');
    return facts.identity;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const variable = place.split('=')[0];
    const [what, remedy] =
      cause instanceof pg.DatabaseError
        ? ['the database refuses the connection', `Correct ${variable} or the rights of its user.`]
        : ['the database can not be reached', `Start it, or correct ${variable}.`];
    throw new StartError(`${place}: ${what}: ${reasonOf(cause)}. ${remedy}`, { cause });
  }
}

const SHARED = {
  what: 'a pooler there gives connections to others between transactions',
  remedy: 'Set DATABASE_DIRECT_URL to the server itself, or let the pooler keep sessions.',
};

/** Through which most is asked: the pooler, where there is one. */
export function pooledDatabase({ databaseUrl, databaseDirectUrl }: Config, direct: PgConfig): PgConfig {
  if (databaseUrl === null || databaseDirectUrl === null) return direct;
  return { connectionString: databaseUrl, pooled: true };
}

type Pending = { pending: string[]; jobs: 'missing' | 'behind' | 'current' };

/** Names of what this program would add to the database; of the job queue's own tables in one line. */
export async function findPending(pgConfig: PgConfig, waits: Partial<LockWaits> = {}): Promise<Pending> {
  const jobs = await jobTablesState(pgConfig, waits);
  const names = (await readPending(pgConfig, MIGRATIONS)).map(({ name }) => name);
  return { pending: jobs === 'current' ? names : [...names, JOB_QUEUE], jobs };
}

/** The same at once, and whether somebody migrates now: then nobody can say what becomes of the job queue. */
export async function lookAtSchema(pgConfig: PgConfig): Promise<{ pending: string[]; migrating: boolean }> {
  const client = createClient({ pgConfig, applicationName: 'status', deadlines: INTERACTIVE });
  try {
    await client.connect();
    const migrating = await isLocked(client, [MIGRATION_LOCK, MIGRATE_JOBS_LOCK]);
    if (!migrating) return { ...(await findPending(pgConfig, { waitsMs: [0] })), migrating };
  } catch (error) {
    if (!(error instanceof LockTimeoutError)) throw error;
  } finally {
    await client.end();
  }
  const names = (await readPending(pgConfig, MIGRATIONS)).map(({ name }) => name);
  return { pending: names, migrating: true };
}

/** Brings the tables up to this program, where the start is to do that; else it only goes on where they are. */
export async function prepareTables(
  pgConfig: PgConfig,
  config: Config,
  log: Logger,
  { existing } = { existing: false },
): Promise<void> {
  await refuseUnfinishedRestore(pgConfig, config);
  if (config.migrate === 'start' && !existing) return migrateDatabase(pgConfig, config, { log });
  const { pending, jobs } = await explainingFaults(config, () => findPending(pgConfig));
  if (existing && jobs === 'missing') throw noInstallation(variableOf(config), placeOf(config));
  if (config.migrate === 'start') return migrateDatabase(pgConfig, config, { log });
  if (pending.length === 0) return;
  // The job queue comes last: without it these tables are being made for the first time, by another process perhaps.
  if (jobs === 'missing' && config.migrate === 'empty') return migrateDatabase(pgConfig, config, { log });
  throw new StartError(
    `${placeOf(config)}: ${countOf(pending)} pending, ${pending.at(0)} first. Run \`npm run admin -- migrate\` (what is running goes on meanwhile), or set MIGRATE=start.`,
  );
}

/** What a restore has begun and not ended looks like an empty installation, which would refuse everybody's mail for good. */
export async function refuseUnfinishedRestore(pgConfig: PgConfig, config: Config): Promise<void> {
  const begun = await findUnfinishedRestore(pgConfig);
  if (begun === null) return;
  const { backup, dir } = begun;
  throw new StartError(
    `${placeOf(config)}: a restore of backup ${backup} has begun there and not ended. Run \`npm run admin -- restore --from ${dir} --at ${backup}\` again, or wait for the one that runs.`,
  );
}

export async function findUnfinishedRestore(pgConfig: PgConfig): Promise<UnfinishedRestore | null> {
  const client = createClient({ pgConfig, applicationName: 'start', deadlines: INTERACTIVE });
  await client.connect();
  try {
    return await readUnfinishedRestore(client);
  } finally {
    await client.end();
  }
}

/** Each migration is kept by itself, so that one that fails leaves those before it. */
export async function migrateDatabase(
  pgConfig: PgConfig,
  config: Config,
  options: MigrateOptions = {},
): Promise<void> {
  await explainingFaults(config, async () => {
    await migrate(pgConfig, MIGRATIONS, options);
    await migrateJobs(pgConfig, options);
  });
}

async function explainingFaults<Result>(config: Config, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof LockTimeoutError)
      throw new StartError(`${placeOf(config)}: ${cause.message}.`, { cause });
    throw new StartError(
      `${placeOf(config)}: the database could not be migrated: ${reasonOf(cause)}. Nothing of that migration was kept; remove its cause and start again.`,
      { cause },
    );
  }
}

function countOf(pending: string[]): string {
  return pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`;
}

/** The names of all migrations that this program has. */
export async function knownMigrations(): Promise<ReadonlySet<string>> {
  return new Set((await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')));
}

function variableOf({ databaseUrl, databaseDirectUrl }: Config): string {
  if (databaseDirectUrl !== null) return 'DATABASE_DIRECT_URL';
  return databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
}

function placeOf({ databaseUrl, databaseDirectUrl, dataDir }: Config): string {
  if (databaseDirectUrl !== null) return shown('DATABASE_DIRECT_URL', databaseDirectUrl);
  return databaseUrl === null ? shown('DATA_DIR', dataDir) : shown('DATABASE_URL', databaseUrl);
}

/** In one line and without a full stop. A name with several addresses fails with an error for each and no text. */
function reasonOf(error: unknown): string {
  const all = error instanceof AggregateError && error.message === '' ? error.errors : [error];
  const texts = all.map((one: unknown) => (one instanceof Error ? one.message || one.name : String(one)));
  return texts.join('; ').replace(/\s+/g, ' ').replace(/\.$/, '');
}
