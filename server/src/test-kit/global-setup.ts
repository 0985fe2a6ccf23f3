import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type DbLog, type PgConfig, withDatabase } from '../platform/db/pg-config.ts';
import { findPostmaster } from '../platform/db/postgres-cluster.ts';
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';
import type { Schema } from './statements/find-unscoped.ts';
import { collectStatements } from './statements/run-statements.ts';
import { readSchema } from './statements/schema.ts';
import { createTestClock } from './test-clock.ts';
import { createWorldPeople } from './world-people.ts';

export const TEMPLATE_DATABASE = 'template_migrated';
export const WORLD_DATABASE = 'template_world';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to.
  interface ProvidedContext {
    postgres: PgConfig;
    /** As many mail programs at once, and for how long. */
    programs: { sessions: number; minutes: number };
  }
}

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');

/** Optimized for speed: this cluster lives as long as the run. */
export const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  autovacuum: 'off',
  // Test files that run at once start several programs each, with a pool of their own.
  max_connections: '400',
  deadlock_timeout: '50ms',
  max_wal_size: '4GB',
  min_wal_size: '1GB',
};

const ROOM_NEEDED_BYTES = 2 * 1024 ** 3;

const silent: DbLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One PostgreSQL for the whole run, with the migrated template databases that tests copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(fastFolder(), `bocau-tests-${process.pid}-`));
  // Tables that change for minutes are read ever more slowly where nobody vacuums and counts them.
  const isLong = (project.config.provide.programs?.minutes ?? 0) > 0;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    clock: systemClock,
    log: silent,
    settings: isLong ? { ...CARELESS, autovacuum: 'on', autovacuum_naptime: '5s' } : CARELESS,
  });
  const judgeStatements = await provideDatabases(project, postgres.pgConfig);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    await judgeStatements();
  };
}

/** Creates the tests' databases on this server; the result checks the statements that they ran. */
export async function provideDatabases(project: TestProject, server: PgConfig): Promise<() => Promise<void>> {
  const judgeStatements = await collectStatements(await makeTemplate(server));
  project.provide('postgres', server);
  return judgeStatements;
}

/** Returns the tables that it created. */
async function makeTemplate(pgConfig: PgConfig): Promise<Schema> {
  const client = new pg.Client(pgConfig);
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE_DATABASE}`);
    const template = withDatabase(pgConfig, TEMPLATE_DATABASE);
    await migrate(template, MIGRATIONS);
    await migrateJobs(template);
    const schema = await schemaOf(template);
    await client.query(`create database ${WORLD_DATABASE} template ${TEMPLATE_DATABASE} strategy file_copy`);
    await fillWorld(withDatabase(pgConfig, WORLD_DATABASE));
    for (const name of [TEMPLATE_DATABASE, WORLD_DATABASE])
      await client.query(`alter database ${name} allow_connections false`);
    return schema;
  } finally {
    await client.end();
  }
}

async function fillWorld(pgConfig: PgConfig): Promise<void> {
  const { db, close } = openDatabase<Tables>({
    pgConfig,
    poolSize: 1,
    log: silentLogger,
    applicationName: 'test-kit',
  });
  try {
    await createWorldPeople({ db, clock: createTestClock() });
  } finally {
    await close();
  }
}

async function schemaOf(pgConfig: PgConfig): Promise<Schema> {
  const client = new pg.Client(pgConfig);
  await client.connect();
  try {
    return await readSchema(client);
  } finally {
    await client.end();
  }
}

/** A database is a thousand small files: they are created ten times faster in memory. */
export function fastFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ROOM_NEEDED_BYTES ? memory : tmpdir();
  } catch {
    // Not every system has such a folder.
    return tmpdir();
  }
}

/** A killed run could not stop its server. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(fastFolder())) {
    const [, pid] = /^bocau-tests-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const dataDir = join(fastFolder(), name);
    if ((await stat(dataDir)).uid !== process.geteuid?.()) continue;
    const server = await findPostmaster(join(dataDir, 'pg'));
    if (server) process.kill(server.pid, 'SIGQUIT');
    while (await findPostmaster(join(dataDir, 'pg'))) await systemClock.sleep(20);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
