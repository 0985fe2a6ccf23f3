import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { queryOnce } from '../../test-kit/query-once.ts';
import { openStallingLine } from '../../test-kit/stalling-line.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { systemClock } from '../clock.ts';
import { INTERACTIVE } from './deadlines.ts';
import { createListener, type Listener } from './listen.ts';
import type { DbLog } from './pg-config.ts';

let database: TestDatabase;
let sender: pg.Client;
let listener: Listener;
let errors: string[];

beforeEach(async () => {
  database = await createEmptyDatabase();
  sender = new pg.Client(database.pgConfig);
  await sender.connect();
  errors = [];
  const log: DbLog = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields, message) => void errors.push(message),
  };
  listener = await createListener({ pgConfig: database.pgConfig, clock: systemClock, log });
});

afterEach(async () => {
  await listener.close();
  await sender.end();
  await database.drop();
});

function notify(channel: string, payload: string): Promise<unknown> {
  return sender.query('select pg_notify($1, $2)', [channel, payload]);
}

/** Collects payloads; each is taken once. */
function inbox() {
  const arrived: string[] = [];
  let wake: () => void = () => undefined;
  return {
    put(payload: string) {
      arrived.push(payload);
      wake();
    },
    async take(): Promise<string> {
      while (arrived.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return arrived.shift() ?? '';
    },
  };
}

it('hands each notification to the handlers of its channel, in order', async () => {
  const one = inbox();
  const again = inbox();
  const other = inbox();
  await listener.listen('one', one.put);
  await listener.listen('one', again.put);
  await listener.listen('Other "quoted"', other.put);
  await notify('one', 'first');
  await notify('Other "quoted"', 'aside');
  await notify('one', '');
  await notify('one', 'third');
  expect([await one.take(), await one.take(), await one.take()]).toEqual(['first', '', 'third']);
  expect([await again.take(), await other.take()]).toEqual(['first', 'aside']);
});

it('comes back when its connection breaks, tells so, and hears all channels again', async () => {
  const heard = inbox();
  const back = inbox();
  await listener.listen('one', heard.put);
  await listener.listen('two', heard.put);
  listener.onReconnect(() => back.put('back'));
  for (const round of ['a', 'b']) {
    await sender.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'listener' and datname = current_database()`);
    expect(await back.take()).toBe('back');
    await notify('one', `one ${round}`);
    await notify('two', `two ${round}`);
    expect([await heard.take(), await heard.take()]).toEqual([`one ${round}`, `two ${round}`]);
  }
});

it('keeps its connection where the role ends idle sessions', async () => {
  const { rows } = await sender.query('select current_database() as name');
  await sender.query(
    `alter role current_user in database ${rows[0].name} set idle_session_timeout = '300ms'`,
  );
  const warn = vi.fn();
  const log: DbLog = { info: () => undefined, warn, error: () => undefined };
  const own = await createListener({ pgConfig: database.pgConfig, clock: systemClock, log });
  const heard = inbox();
  await own.listen('one', heard.put);
  // A connection idle for no longer than the listener is closed.
  const other = new pg.Client(database.pgConfig);
  other.on('error', () => undefined);
  const ended = new Promise((resolve) => other.once('end', resolve));
  await other.connect();
  await ended;
  await notify('one', 'still heard');
  expect(await heard.take()).toBe('still heard');
  expect(warn).not.toHaveBeenCalled();
  await own.close();
});

it('goes on after a handler that throws', async () => {
  const heard = inbox();
  await listener.listen('one', () => {
    throw new Error('handler');
  });
  await listener.listen('one', heard.put);
  await notify('one', 'still heard');
  expect(await heard.take()).toBe('still heard');
  expect(errors).toEqual(['notification handler failed']);
});

it('leaves no connection behind when it is closed while it comes back', async () => {
  const line = await openStallingLine(database.pgConfig);
  const clock = createTestClock();
  const lost = Promise.withResolvers<void>();
  const told: string[] = [];
  const log: DbLog = {
    info: (_fields, message) => void told.push(message),
    warn: (_fields, message) => {
      told.push(message);
      lost.resolve();
    },
    error: () => undefined,
  };
  const own = await createListener({ pgConfig: line.pgConfig, clock, log });
  await line.cut();
  await lost.promise;
  line.stall();
  await line.mend();
  for (let turn = 0; turn < 3; turn += 1) await clock.advance(200);
  await own.close();
  line.resume();
  // Over the same proxy connection: what it held back has arrived before. PostgreSQL ends a closed connection
  // a moment later.
  const left = () =>
    queryOnce(
      line.pgConfig,
      `select count(*)::integer as count from pg_stat_activity
        where application_name = 'listener' and datname = current_database()`,
    );
  await vi.waitFor(async () => expect(await left()).toEqual([{ count: 1 }]));
  expect(told).toEqual(['notification connection lost']);
  await line.close();
});

it('notices that its database hangs, and comes back once that answers', async () => {
  const line = await openStallingLine(database.pgConfig);
  const clock = createTestClock();
  const lost = Promise.withResolvers<void>();
  const log: DbLog = { info: () => undefined, warn: () => lost.resolve(), error: () => undefined };
  const deadlines = { ...INTERACTIVE, connectMs: 1_500, answerMs: 500 };
  const own = await createListener({ pgConfig: line.pgConfig, clock, log, deadlines });
  const heard = inbox();
  let isBack = false;
  await own.listen('one', heard.put);
  own.onReconnect(() => {
    isBack = true;
  });
  line.stall();
  await clock.advance(5_000);
  await lost.promise;
  line.resume();
  await vi.waitFor(
    async () => {
      await clock.advance(1_000);
      expect(isBack).toBe(true);
    },
    { timeout: 10_000 },
  );
  await notify('one', 'heard again');
  expect(await heard.take()).toBe('heard again');
  await own.close();
  await line.close();
});
