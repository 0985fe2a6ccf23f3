import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { MigrationError, migrate } from './migrate.ts';
import { databaseUrl } from './pg-config.ts';

const run = promisify(execFile);

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bocau-migrations-'));
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function file(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.pgConfig);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('applies each file once, in the order of the numbers', async () => {
  await file('002-second.sql', `insert into steps values ('second');`);
  await file('001-first.sql', `create table steps (name text); insert into steps values ('first');`);
  expect(await migrate(database.pgConfig, folder)).toEqual(['001-first.sql', '002-second.sql']);
  await file('003-third.sql', `insert into steps values ('third')`);
  expect(await migrate(database.pgConfig, folder)).toEqual(['003-third.sql']);
  expect(await migrate(database.pgConfig, folder)).toEqual([]);
  expect(await query('select name from steps')).toEqual([
    { name: 'first' },
    { name: 'second' },
    { name: 'third' },
  ]);
});

it('applies them once when several processes start together', { timeout: 60_000 }, async () => {
  await file('001-slow.sql', `create table steps (name text); select pg_sleep(0.2);`);
  await file('002-fill.sql', `insert into steps values ('once');`);
  const script = join(import.meta.dirname, 'migrate.test-child.ts');
  const args = [script, databaseUrl(database.pgConfig), folder];
  const outputs = await Promise.all([1, 2, 3].map(() => run(process.execPath, args)));
  const applied = outputs.map(({ stdout }) => JSON.parse(stdout) as string[]);
  expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], [], ['001-slow.sql', '002-fill.sql']]);
  expect(await query('select name from steps')).toEqual([{ name: 'once' }]);
});

it('leaves nothing of a file that fails, and says which line it was', async () => {
  await file('001-good.sql', 'create table good (n int);');
  await file('002-bad.sql', 'create table half (n int);\n\ninsert into nowhere values (1);\n');
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow(
    '002-bad.sql:3 failed: relation "nowhere" does not exist',
  );
  expect(await query('select name from schema_migrations')).toEqual([{ name: '001-good.sql' }]);
  expect(await query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
  await file('002-bad.sql', 'create table half (n int);');
  expect(await migrate(database.pgConfig, folder)).toEqual(['002-bad.sql']);
});

it('refuses an applied file that was changed, before it applies anything', async () => {
  await file('001-first.sql', 'create table first (n int);');
  await migrate(database.pgConfig, folder);
  await file('001-first.sql', 'create table first (n bigint);');
  await file('002-next.sql', 'create table next (n int);');
  const refusal = await migrate(database.pgConfig, folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MigrationError);
  expect((refusal as Error).message).toBe(
    '001-first.sql was changed after it had been applied; add a new file instead',
  );
  expect(await query(`select to_regclass('next') as next`)).toEqual([{ next: null }]);
});

it('works on tables to which a newer release has added', async () => {
  await file('001-first.sql', 'select 1');
  await file('002-newer.sql', 'select 1');
  await migrate(database.pgConfig, folder);
  await rm(join(folder, '002-newer.sql'));
  expect(await migrate(database.pgConfig, folder)).toEqual([]);
});

it('refuses tables from which a newer release has removed something', async () => {
  await file('001-first.sql', 'select 1');
  await file('002-contract-first.sql', 'select 1');
  await migrate(database.pgConfig, folder);
  await rm(join(folder, '002-contract-first.sql'));
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow('has 002-contract-first.sql applied');
});

it('refuses a migration of another history', async () => {
  await file('001-first.sql', 'select 1');
  await file('002-theirs.sql', 'select 1');
  await migrate(database.pgConfig, folder);
  await rm(join(folder, '002-theirs.sql'));
  await file('003-ours.sql', 'select 1');
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow('has 002-theirs.sql applied');
});

it('refuses names without a number and numbers used twice', async () => {
  await file('001-first.sql', 'select 1');
  await file('001-twin.sql', 'select 1');
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow('001-first.sql and 001-twin.sql');
  await rm(join(folder, '001-twin.sql'));
  await file('second.sql', 'select 1');
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow('second.sql is not named like');
});
