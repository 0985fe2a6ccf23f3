import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { queryOnce } from '../../test-kit/query-once.ts';
import { systemClock } from '../clock.ts';
import { MigrationError } from './apply-migration.ts';
import { migrate, readPending } from './migrate.ts';
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

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

function file(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

const query = (text: string) => queryOnce(database.pgConfig, text);

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

it('takes the time that it needs, whatever limits the role has', async () => {
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'];
  const [{ name, newer }] = (await query(`select current_database() as name,
    exists (select from pg_settings where name = 'transaction_timeout') as newer`)) as [
    { name: string; newer: boolean },
  ];
  for (const limit of newer ? [...limits, 'transaction_timeout'] : limits)
    await query(`alter role current_user in database ${name} set ${limit} = '50ms'`);
  await file('001-slow.sql', 'create table steps (name text); select pg_sleep(0.2);');
  expect(await migrate(database.pgConfig, folder)).toEqual(['001-slow.sql']);
});

it('applies them once when several processes start together', async () => {
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

it('records an equivalent text as the one that landed, so that any release goes on from any database', async () => {
  const [landed, equivalent] = ['create table first (n int);', 'create table first (\n  n int\n);'];
  await file('001-first.sql', landed);
  await migrate(database.pgConfig, folder);
  const recorded = await query('select sha256 from schema_migrations');
  await file('001-first.sql', equivalent);
  await file('EQUIVALENTS', `${sumOf(equivalent)}  ${sumOf(landed)}  001-first.sql\n`);
  expect(await migrate(database.pgConfig, folder)).toEqual([]);
  await query('drop table first, schema_migrations');
  expect(await migrate(database.pgConfig, folder)).toEqual(['001-first.sql']);
  expect(await query('select sha256 from schema_migrations')).toEqual(recorded);
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

it('says what it would apply, and leaves the database as it is', async () => {
  await file('001-first.sql', 'create table first (n int);');
  const names = async () => (await readPending(database.pgConfig, folder)).map(({ name }) => name);
  expect(await names()).toEqual(['001-first.sql']);
  expect(await query(`select to_regclass('schema_migrations') as made`)).toEqual([{ made: null }]);
  await migrate(database.pgConfig, folder);
  await file('002-second.sql', 'select 1');
  expect(await names()).toEqual(['002-second.sql']);
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(database.pgConfig);
  // A failed test leaves the connection open while its database is dropped.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

it('steps back from a table that somebody keeps, so that writers get through, and tries again', async () => {
  await file('001-first.sql', 'create table first (n int);');
  await migrate(database.pgConfig, folder);
  await file('002-wider.sql', 'alter table first add column m int;');
  const [holder, writer] = await Promise.all([connected(), connected()]);
  await holder.query('begin; select from first');
  const retries: number[] = [];
  const applied = await migrate(database.pgConfig, folder, {
    lockTimeoutMs: 20,
    pauseMs: 0,
    onRetry: (_name, attempt) => retries.push(attempt),
    clock: {
      ...systemClock,
      async sleep() {
        // The reader still holds its lock: only a migration that backs off lets this write through.
        await writer.query(`insert into first (n) values (${retries.length})`);
        if (retries.length === 2) await holder.query('commit');
      },
    },
  });
  await Promise.all([holder.end(), writer.end()]);
  expect([applied, retries]).toEqual([['002-wider.sql'], [1, 2]]);
  expect(await query('select n, m from first')).toEqual([
    { n: 1, m: null },
    { n: 2, m: null },
  ]);
});

it('gives up after some minutes, and names who is in the way', async () => {
  await file('001-first.sql', 'create table first (n int);');
  await migrate(database.pgConfig, folder);
  await file('002-wider.sql', 'alter table first add column m int;');
  const holder = await connected();
  await holder.query(`set application_name = 'a report'; begin; select from first`);
  const limits = { lockTimeoutMs: 20, pauseMs: 0, giveUpAfterMs: 0 };
  await expect(migrate(database.pgConfig, folder, limits)).rejects.toThrow(
    /^002-wider\.sql found its tables in use for 0 s; the oldest transaction is that of PostgreSQL's process \d+ \(a report\), open for \d+ s; /,
  );
  await holder.end();
  expect(await migrate(database.pgConfig, folder)).toEqual(['002-wider.sql']);
});

it('builds an index beside its writers, and once more where that was cut off', async () => {
  await file('001-first.sql', 'create table first (n int);');
  await migrate(database.pgConfig, folder);
  await query('insert into first values (1), (1)');
  const index = 'create unique index concurrently first_by_n\n  on first (n);';
  await file('002-index.sql', `-- outside a transaction\n${index}\n`);
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow('002-index.sql failed: could not create');
  const state = `select indisvalid as valid from pg_index where indexrelid = 'first_by_n'::regclass`;
  expect(await query(state)).toEqual([{ valid: false }]);
  await query('delete from first');
  expect(await migrate(database.pgConfig, folder)).toEqual(['002-index.sql']);
  expect(await query(state)).toEqual([{ valid: true }]);
  // As if the process had died before recording the migration.
  await query(`delete from schema_migrations where name = '002-index.sql'`);
  expect(await migrate(database.pgConfig, folder)).toEqual(['002-index.sql']);
});

it('names the line of a statement outside a transaction', async () => {
  await file('001-first.sql', 'create table first (n int);');
  await file(
    '002-index.sql',
    '-- outside a transaction\n-- Why.\ncreate index concurrently one on first (n);\n\ncreate index concurrently two\n  on nowhere (n);\n',
  );
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow(/^002-index\.sql failed: .*"nowhere"/);
  await file(
    '002-index.sql',
    '-- outside a transaction\n\ncreate index concurrently one on first (n);\ncreate index concurrently two on first ((m + 1));\n',
  );
  await expect(migrate(database.pgConfig, folder)).rejects.toThrow(/^002-index\.sql:4 failed: column "m"/);
});

const WAITS = [20, ...Array.from({ length: 20 }, () => 1_000)];

it('builds an index while others wait for their turn to migrate', async () => {
  await file('001-first.sql', 'create table first (n int);');
  await migrate(database.pgConfig, folder);
  const index = 'create index concurrently first_by_n on first (n);';
  await file('002-index.sql', `-- outside a transaction\n${index}\n`);
  // Building the index waits for this writer, and then for every statement that was running when it was
  // built.
  const writer = await connected();
  await writer.query('begin; insert into first values (1)');
  const begun = Promise.withResolvers<void>();
  const building = migrate(database.pgConfig, folder, { onBegin: () => begun.resolve() });
  await begun.promise;
  const asked = Promise.withResolvers<void>();
  const other = migrate(database.pgConfig, folder, { log: { info: () => asked.resolve() }, waitsMs: WAITS });
  await asked.promise;
  // A process blocked in a statement would be one that the index build waits for.
  for (let look = 0; look < 50; look += 1) {
    await writer.query(`select from pg_locks where locktype = 'advisory' and not granted`);
  }
  await writer.query('commit');
  expect([await building, await other]).toEqual([['002-index.sql'], []]);
  await writer.end();
});
