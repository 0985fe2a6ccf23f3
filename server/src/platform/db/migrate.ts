import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { systemClock } from '../clock.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type ApplyOptions, applyMigration, MigrationError } from './apply-migration.ts';
import { createClient } from './connection-config.ts';
import { MIGRATION } from './deadlines.ts';
import type { PgConfig } from './pg-config.ts';
import { type LockWaits, takeLock } from './take-lock.ts';

/** The mutex of all migrating processes. */
export const MIGRATION_LOCK = ADVISORY_LOCKS.migration;
/**
 * Lists equivalent texts of migrations, for a supported PostgreSQL that cannot run the original: `SHA256 OF
 * THE TEXT  SHA256 OF THE ORIGINAL  NAME`, each reviewed.
 */
const EQUIVALENTS = 'EQUIVALENTS';
/** transaction_timeout exists since PostgreSQL 17. */
const LIMITS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'transaction_timeout',
];
const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;
/** A contract migration (expand and contract) removes what the previous release still needs. */
const CONTRACTION = /^\d{3}-contract-/;

/** `sha256` is the hash of the original text, which identifies the migration in every release. */
type Migration = { name: string; sql: string; sha256: string };

export type MigrateOptions = Partial<ApplyOptions & LockWaits> & {
  only?: ReadonlySet<string>;
  onBegin?: (migration: Migration, place: number, of: number) => void;
};

/**
 * Applies the pending `NNN-name.sql` files of the folder, or only those named; returns the names applied by
 * this call.
 */
export async function migrate(
  pgConfig: PgConfig,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => options.only?.has(name) ?? true);
  const client = createClient({ pgConfig, applicationName: 'migrate', deadlines: MIGRATION });
  await client.connect();
  try {
    // A pooler may drop the startup options, and the limits of the role would apply.
    await client.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [LIMITS]);
    await takeLock(client, 'migrations', MIGRATION_LOCK, options);
    await client.query(`
      create table if not exists schema_migrations (
        name text primary key,
        sha256 text not null,
        at bigint not null
      )`);
    const pending = await pendingOf(client, migrations);
    for (const [index, migration] of pending.entries()) {
      options.onBegin?.(migration, index + 1, pending.length);
      await applyMigration(client, migration, { clock: systemClock, ...options });
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const equivalents = await readEquivalents(folder);
  const numbers = new Map<string, string>();
  const migrations: Migration[] = [];
  for (const name of names) {
    const [, number] = FILE_NAME.exec(name) ?? [];
    if (number === undefined) throw new MigrationError(`${name} is not named like 001-what-it-does.sql`);
    const twin = numbers.get(number);
    if (twin !== undefined) throw new MigrationError(`${twin} and ${name} have the same number`);
    numbers.set(number, name);
    const sql = await readFile(join(folder, name), 'utf8');
    const own = createHash('sha256').update(sql).digest('hex');
    migrations.push({ name, sql, sha256: equivalents.get(`${own}  ${name}`) ?? own });
  }
  return migrations;
}

/** What `migrate` would apply. Changes nothing and takes no locks. */
export async function readPending(pgConfig: PgConfig, folder: string): Promise<Migration[]> {
  const migrations = await readMigrations(folder);
  const client = createClient({ pgConfig, applicationName: 'migrate', deadlines: MIGRATION });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('schema_migrations') is not null as there`,
    );
    return rows[0]?.there ? await pendingOf(client, migrations) : migrations;
  } finally {
    await client.end();
  }
}

async function readEquivalents(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, EQUIVALENTS), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [own = '', landed = '', name = ''] = line.split('  ');
      return [`${own}  ${name}`, landed];
    }),
  );
}

async function pendingOf(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const name of applied.keys()) checkUnknown(name, migrations);
  return migrations.filter((migration) => {
    const sha256 = applied.get(migration.name);
    if (sha256 !== undefined && sha256 !== migration.sha256) {
      throw new MigrationError(
        `${migration.name} was changed after it had been applied; add a new file instead`,
      );
    }
    return sha256 === undefined;
  });
}

/**
 * During a rolling upgrade a process may start on tables that the next release has migrated; additions are
 * harmless.
 */
function checkUnknown(name: string, migrations: Migration[]): void {
  if (migrations.some((migration) => migration.name === name)) return;
  const newest = migrations.at(-1)?.name ?? '';
  if (name > newest && !CONTRACTION.test(name)) return;
  throw new MigrationError(
    `The database has ${name} applied, which this program does not know and can not work with: is it older?`,
  );
}
