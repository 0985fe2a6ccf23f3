import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { systemClock } from '../clock.ts';
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

/** A place that payloads arrive at, each taken once. */
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
