import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { LockTimeoutError, takeLock } from './take-lock.ts';

const KEY = 4_207_999;

let database: TestDatabase;
let holder: pg.Client;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  holder = new pg.Client({ ...database.pgConfig, application_name: 'migrate' });
  client = new pg.Client(database.pgConfig);
  await Promise.all([holder.connect(), client.connect()]);
});

afterEach(async () => {
  await Promise.all([holder.end(), client.end()]);
  await database.drop();
});

it('says in the log who holds the lock, and gives up in one line when the time is over', async () => {
  const lines: [object, string][] = [];
  const log = { info: (fields: object, message: string) => void lines.push([fields, message]) };
  await takeLock(holder, 'migrations', KEY, {});
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid;

  const refusal = takeLock(client, 'migrations', KEY, { log, waitsMs: [1, 1, 1] });
  await expect(refusal).rejects.toThrow(LockTimeoutError);
  await expect(refusal).rejects.toThrow(`process ${pid} (migrate) holds it`);
  const waiting = 'waiting for a lock of the database';
  const fields = { lock: 'migrations', pid, application: 'migrate', address: null };
  expect(lines).toEqual([
    [fields, waiting],
    [fields, waiting],
  ]);
});

it('takes it as soon as it is free, keeps it, and leaves no time limit behind', async () => {
  await takeLock(holder, 'migrations', KEY, {});
  const taken = takeLock(client, 'migrations', KEY, { waitsMs: [60_000] });
  await holder.query('select pg_advisory_unlock($1)', [KEY]);
  await taken;
  const { rows } = await client.query(
    `select current_setting('lock_timeout') as limit, count(*)::integer as locks
     from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
  );
  expect(rows).toEqual([{ limit: '0', locks: 1 }]);
});
