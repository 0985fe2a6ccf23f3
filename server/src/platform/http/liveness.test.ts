import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { openStallingLine, type StallingLine } from '../../test-kit/stalling-line.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { silentLogger } from '../logger.ts';
import { createLiveness } from './liveness.ts';

let own: TestDatabase;
let line: StallingLine;
let database: Database<unknown>;

beforeEach(async () => {
  own = await createEmptyDatabase();
  line = await openStallingLine(own.pgConfig);
  database = openDatabase({
    pgConfig: line.pgConfig,
    poolSize: 2,
    log: silentLogger,
    applicationName: 'test',
  });
});

afterEach(async () => {
  line.resume();
  await database.close();
  await line.close();
  await own.drop();
});

const SILENT_MS = 1_000;
const UNREACHED_MS = 500;

test('a process is alive however long its database hangs, since a restart would mend nothing', async () => {
  const clock = createTestClock();
  const isAlive = createLiveness({ database, clock });
  expect(await isAlive()).toBe(true);
  line.stall();
  for (let minute = 0; minute < 3; minute += 1) {
    const hanging = isAlive();
    await clock.advance(SILENT_MS);
    await clock.advance(UNREACHED_MS);
    expect(await hanging).toBe(true);
    clock.pass(60_000);
  }
});

test('nor does a database that refuses connections make it a dead one', async () => {
  const clock = createTestClock();
  const isAlive = createLiveness({ database, clock });
  await line.cut();
  expect(await isAlive()).toBe(true);
  clock.pass(120_000);
  expect(await isAlive()).toBe(true);
});

test('it is dead once its own connections have not answered for a minute in which a new one does', async () => {
  const clock = createTestClock();
  const isAlive = createLiveness({ database, clock });
  // Both of its connections, which nobody gives back.
  const lost = await Promise.all([database.pool.connect(), database.pool.connect()]);
  const ask = async () => {
    const answer = isAlive();
    await clock.advance(SILENT_MS);
    return answer;
  };
  expect(await ask()).toBe(true);
  clock.pass(58_000);
  expect(await ask()).toBe(true);
  clock.pass(1_000);
  expect(await ask()).toBe(false);
  for (const client of lost) client.release();
  await vi.waitFor(async () => expect(await isAlive()).toBe(true), { timeout: 10_000 });
});

test('nor is one dead that has too much to do, and whose connections answer late', async () => {
  const clock = createTestClock();
  const isAlive = createLiveness({ database, clock });
  const [first, second] = await Promise.all([database.pool.connect(), database.pool.connect()]);
  const late = isAlive();
  await clock.advance(SILENT_MS);
  expect(await late).toBe(true);
  first.release();
  // Behind the answer that came late.
  await database.pool.query('select 1');
  clock.pass(60_000);
  const busy = await database.pool.connect();
  const again = isAlive();
  await clock.advance(SILENT_MS);
  expect(await again).toBe(true);
  busy.release();
  second.release();
});
