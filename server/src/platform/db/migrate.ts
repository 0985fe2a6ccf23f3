import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { PgConfig } from './pg-config.ts';

/** A number of our own among the server's advisory locks. */
const MIGRATION_LOCK = 4_207_003;
const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;

type Migration = { name: string; sql: string; sha256: string };

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Brings the database up to the folder's `NNN-name.sql` files; answers the names applied by this call. */
export async function migrate(pgConfig: PgConfig, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ ...pgConfig, application_name: 'migrate' });
  // Losing the connection also fails the query under way, which is where it is told.
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
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!known.has(name)) {
      throw new MigrationError(
        `The database has ${name} applied, which this program does not know: is it older?`,
      );
    }
  }
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
