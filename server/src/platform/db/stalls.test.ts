import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { openStallingLine, type StallingLine } from '../../test-kit/stalling-line.ts';
import { createClient } from './connection-config.ts';
import { type Database, inTransaction, openDatabase } from './database.ts';
import { areWritesPaused, isDatabaseUnavailable, isOverdue, UnclearCommitError } from './database-errors.ts';
import { type Deadlines, INTERACTIVE } from './deadlines.ts';
import { primaryOf } from './find-primary.ts';
import { kyselyOf } from './kysely-of.ts';
import { type DbLog, databaseUrl } from './pg-config.ts';

type Tables = { numbers: { id: number } };

const quiet: DbLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Short enough for a test, and much longer than an answer takes. */
const SHORT: Deadlines = { ...INTERACTIVE, connectMs: 1_500, turnMs: 500, answerMs: 800, commitMs: 500 };
const POOL_SIZE = 4;

let test: TestDatabase;
let line: StallingLine;
let database: Database<Tables>;

beforeEach(async () => {
  test = await createEmptyDatabase();
  line = await openStallingLine(test.pgConfig);
  database = open(SHORT);
  await sql`create table numbers (id bigint primary key)`.execute(kyselyOf(database.db));
});

afterEach(async () => {
  line.resume();
  await database.close();
  await line.close();
  await test.drop();
});

function open(deadlines: Deadlines): Database<Tables> {
  return openDatabase({
    pgConfig: line.pgConfig,
    poolSize: POOL_SIZE,
    log: quiet,
    applicationName: 'test',
    deadlines,
  });
}

const read = () => sql`select count(*)::int as count from numbers`.execute(kyselyOf(database.db));
const write = (id: number) =>
  inTransaction(database.db, (tx) => tx.insertInto('numbers').values({ id }).execute());
const keep = (error: unknown) => error;

it('fails what a database that hangs was asked, gives its connections up, and answers again once it is back', async () => {
  await Promise.all([read(), read(), read(), read()]);
  line.stall();
  // More than there are connections, so that some wait for one.
  const failed = await Promise.all(Array.from({ length: 8 }, () => read().catch(keep)));
  expect(failed.map(isDatabaseUnavailable)).toEqual(failed.map(() => true));
  expect(await write(1).catch(keep)).toSatisfy(isDatabaseUnavailable);
  await vi.waitFor(() => expect(database.pool.totalCount).toBe(0), { timeout: 10_000 });
  line.resume();
  expect((await read()).rows).toEqual([{ count: 0 }]);
});

it('calls a commit unclear whose answer does not come', async () => {
  const failed = await inTransaction(database.db, async (tx) => {
    await tx.insertInto('numbers').values({ id: 1 }).execute();
    line.stall();
  }).catch(keep);
  expect(failed).toBeInstanceOf(UnclearCommitError);
  expect(areWritesPaused(failed)).toBe(true);
  expect(database.pool.idleCount).toBe(0);
});

it('ends a statement and a wait for a lock that take too long on the server', async () => {
  const short = open({ ...INTERACTIVE, statementMs: 200, lockMs: 100 });
  const slow = await sql`select pg_sleep(60)`.execute(kyselyOf(short.db)).catch(keep);
  expect(slow).toSatisfy(isOverdue);
  await inTransaction(short.db, async (tx) => {
    await sql`lock table numbers`.execute(tx);
    expect(await sql`select from numbers`.execute(kyselyOf(short.db)).catch(keep)).toMatchObject({
      code: '55P03',
    });
  });
  await short.close();
});

it('closes while the database hangs', async () => {
  const client = await database.pool.connect();
  client.release();
  line.stall();
  await database.close();
  const { stream } = (client as unknown as pg.Client).connection;
  await vi.waitFor(() => expect(stream.destroyed).toBe(true));
  line.resume();
  database = open(SHORT);
});

it('leaves connections to reads while all transactions hang', async () => {
  const holder = new pg.Client(test.pgConfig);
  // Left open when the test fails, while its database is dropped.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin; insert into numbers values (1)');
  // Each waits for the transaction of the holder.
  const hanging = Array.from({ length: POOL_SIZE }, () => write(1).catch(keep));
  await vi.waitFor(() => expect(database.pool.totalCount).toBe(POOL_SIZE - 1), { interval: 5 });
  expect((await read()).rows).toEqual([{ count: 0 }]);
  const [, , , last] = await Promise.all(hanging);
  expect(last).toSatisfy(areWritesPaused);
  await holder.end();
});

it('lets a statement take long while PostgreSQL works on it, and gives up one that never reached it', async () => {
  const long = open({ ...INTERACTIVE, answerMs: 60_000, askAfterMs: 200 });
  await sql`select pg_sleep(1.2)`.execute(kyselyOf(long.db));
  line.swallow();
  const failed = await sql`select 1`.execute(kyselyOf(long.db)).catch(keep);
  expect(failed).toSatisfy(isDatabaseUnavailable);
  await sql`select 1`.execute(kyselyOf(long.db));
  await long.close();
});

it('is asked less and less often about a statement that takes long', async () => {
  const client = createClient({
    pgConfig: test.pgConfig,
    applicationName: 'test',
    // Looked at every 25 ms.
    deadlines: { ...INTERACTIVE, answerMs: 60_000, commitMs: 100, askAfterMs: 50 },
  });
  await client.connect();
  let asked = 0;
  client.askWhetherItWorks = async () => {
    asked += 1;
    return true;
  };
  await client.query('select pg_sleep(0.9)');
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(8);
  await client.end();
});

it('takes a primary for demoted once, however many connections say so', async () => {
  const pgConfig = { connectionString: databaseUrl(line.pgConfig).replace(/(?<=@)[^/]+/, '$&,$&') };
  const connect = async () => {
    const client = createClient({ pgConfig, applicationName: 'test', deadlines: SHORT });
    await client.connect();
    return client;
  };
  const clients = await Promise.all([connect(), connect()]);
  const era = primaryOf(pgConfig)?.era() ?? 0;
  const said = await Promise.all(
    clients.map((client) => client.query('begin read only; truncate numbers').catch(keep)),
  );
  expect(said.map(isDatabaseUnavailable)).toEqual([true, true]);
  expect(primaryOf(pgConfig)?.era()).toBe(era + 1);
});

it('gathers no listeners on a connection that is ended again and again', async () => {
  const client = createClient({ pgConfig: test.pgConfig, applicationName: 'test', deadlines: INTERACTIVE });
  await client.connect();
  await client.end();
  for (let turn = 0; turn < 20; turn += 1) await client.end();
  expect(client.listenerCount('end')).toBeLessThan(3);
});

it('fails who asks where PostgreSQL ends a connection in the moment in which it is there', async () => {
  const own = open(SHORT);
  line.endWithAnswers();
  const failed = await sql`select 1`.execute(kyselyOf(own.db)).catch(keep);
  expect(failed).toSatisfy(isDatabaseUnavailable);
  await own.close();
});
