import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { JOBS_SCHEMA } from '../platform/jobs/migrate-jobs.ts';
import { silentLogger } from '../platform/logger.ts';
import { prepareTables } from '../prepare-database.ts';
import { createEmptyDatabase, type TestDatabase } from '../test-kit/database.ts';
import { queryOnce } from '../test-kit/query-once.ts';
import { migrateCommand } from './migrate.ts';
import { statusCommand } from './status.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

function configOf(env: Record<string, string> = {}) {
  return readConfig(readEnv({ DATABASE_URL: databaseUrl(database.pgConfig), ...env }));
}

async function run(...args: string[]) {
  const said = { out: '', err: '' };
  const terminal = (name: 'out' | 'err') => ({ write: (text: string) => (said[name] += text) });
  const given = { args, err: terminal('err') };
  return { code: await migrateCommand.runWithout(configOf(), terminal('out'), given), ...said };
}

const query = (text: string) => queryOnce(database.pgConfig, text);

test('`migrate` lists what is pending, applies it with its progress, and has nothing to do the next time', async () => {
  const listed = await run('--check');
  expect(listed).toMatchObject({ code: 1, err: '' });
  const names = listed.out.trimEnd().split('\n');
  expect([names[0], names.at(-1)]).toEqual(['001-people.sql', 'the job queue']);
  expect(await query(`select to_regclass('mailboxes') as made`)).toEqual([{ made: null }]);

  const applied = await run();
  expect(applied).toMatchObject({ code: 0, out: `Applied ${names.join(', ')}.\n` });
  expect(applied.err).toContain(`1 of ${names.length - 1}: 001-people.sql\n`);
  // Otherwise a start would not notice that the library has a new migration.
  expect(await query('select max(id) from graphile_worker.migrations')).toEqual([{ max: JOBS_SCHEMA }]);
  expect(await run('--check')).toEqual({ code: 0, out: 'Nothing is pending.\n', err: '' });
});

test('a start with DATABASE_URL makes the tables of an empty database, and leaves those of others to the command', async () => {
  const asked = { DATABASE_URL: databaseUrl(database.pgConfig) };
  await expect(
    prepareTables(database.pgConfig, configOf({ MIGRATE: 'never' }), silentLogger),
  ).rejects.toThrow(
    /^DATABASE_URL=".*": \d+ migrations are pending, 001-people\.sql first\. Run `npm run admin -- migrate` /,
  );
  await prepareTables(database.pgConfig, configOf(), silentLogger);
  expect(readConfig(readEnv(asked)).migrate).toBe('empty');
  expect(readConfig(readEnv({})).migrate).toBe('start');

  // As the previous release left it.
  await query(`drop table drive_texts`);
  await query(`delete from schema_migrations where name like '075-%'`);
  await expect(prepareTables(database.pgConfig, configOf(), silentLogger)).rejects.toThrow(
    /: 1 migration is pending, 075-words-of-drive-files\.sql first\. .*, or set MIGRATE=start\.$/,
  );
  await prepareTables(database.pgConfig, configOf({ MIGRATE: 'start' }), silentLogger);
  await prepareTables(database.pgConfig, configOf({ MIGRATE: 'never' }), silentLogger);
});

test('where an installation is expected no tables are made, and no folder', async () => {
  const none = 'there is no installation there. Correct ';
  for (const MIGRATE of ['empty', 'start'])
    await expect(
      prepareTables(database.pgConfig, configOf({ MIGRATE }), silentLogger, { existing: true }),
    ).rejects.toThrow(`${none}DATABASE_URL; `);
  expect(await query(`select to_regclass('mailboxes') as made`)).toEqual([{ made: null }]);

  const folder = join(tmpdir(), 'bocau-nowhere');
  const config = readConfig(readEnv({ DATA_DIR: folder }));
  const silent = { write: () => undefined };
  for (const command of [migrateCommand, statusCommand])
    await expect(command.runWithout(config, silent, { args: [], err: silent })).rejects.toThrow(
      `${none}DATA_DIR; `,
    );
  expect(existsSync(folder)).toBe(false);
});
