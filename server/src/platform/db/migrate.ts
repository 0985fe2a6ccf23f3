import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { PgConfig } from './pg-config.ts';

/** Key of our advisory lock, the mutex of all processes that migrate. */
const MIGRATION_LOCK = 4_207_003;
const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;
/** A contract migration (expand and contract) removes what the previous release still needs. */
const CONTRACTION = /^\d{3}-contract-/;

type Migration = { name: string; sql: string; sha256: string };

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Brings the database up to the folder's `NNN-name.sql` files; answers the names applied by this call. */
export async function migrate(pgConfig: PgConfig, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ ...pgConfig, application_name: 'migrate' });
  // Losing the connection also fails the running query, which reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`
      create table if not exists schema_migrations (
        name text primary key,
        sha256 text not null,
        at bigint not null
      )`);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Map<string, string>();
  const migrations: Migration[] = [];
  for (const name of names) {
    const [, number] = FILE_NAME.exec(name) ?? [];
    if (number === undefined) throw new MigrationError(`${name} is not named like 001-what-it-does.sql`);
    const twin = numbers.get(number);
    if (twin !== undefined) throw new MigrationError(`${twin} and ${name} have the same number`);
    numbers.set(number, name);
    const sql = await readFile(join(folder, name), 'utf8');
    migrations.push({ name, sql, sha256: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
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

/** During a rolling upgrade a program starts on tables that the next release has made; what was only added is no harm. */
function checkUnknown(name: string, migrations: Migration[]): void {
  if (migrations.some((migration) => migration.name === name)) return;
  const newest = migrations.at(-1)?.name ?? '';
  if (name > newest && !CONTRACTION.test(name)) return;
  throw new MigrationError(
    `The database has ${name} applied, which this program does not know and can not work with: is it older?`,
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query(
      `insert into schema_migrations (name, sha256, at) values ($1, $2, extract(epoch from now())::bigint)`,
      [migration.name, migration.sha256],
    );
    await client.query('commit');
  } catch (cause) {
    const { message, position } = cause as pg.DatabaseError;
    const line =
      position === undefined ? '' : `:${migration.sql.slice(0, Number(position)).split('\n').length}`;
    throw new MigrationError(`${migration.name}${line} failed: ${message}`, { cause });
  }
}
