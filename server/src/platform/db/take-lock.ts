import type pg from 'pg';
import { systemClock } from '../clock.ts';
import type { DbLog } from './pg-config.ts';

export type LockWaits = {
  log: Pick<DbLog, 'info'>;
  /** How long each attempt waits. After each attempt but the last, the log names the lock's holder. */
  waitsMs: number[];
};

/** Five minutes in total: a start that waits longer is stuck, and the operator must know. */
const WAITS_MS = [1_000, ...Array.from({ length: 60 }, () => 5_000)];

const ASK_EVERY_MS = 100;

export class LockTimeoutError extends Error {
  override name = 'LockTimeoutError';
}

/** Takes a session-level advisory lock, released with the connection. `name` tells the log what it protects. */
export async function takeLock(
  client: pg.ClientBase,
  name: string,
  key: number,
  { log, waitsMs = WAITS_MS }: Partial<LockWaits>,
): Promise<void> {
  let holder: Holder | undefined;
  for (const [attempt, waitMs] of waitsMs.entries()) {
    if (await lockWithin(client, key, waitMs)) return;
    holder = await findHolder(client, key);
    if (attempt < waitsMs.length - 1)
      log?.info({ lock: name, ...holder }, 'waiting for a lock of the database');
  }
  const { pid, application, address } = holder ?? {};
  const who =
    pid === undefined ? 'somebody' : `process ${pid} (${[application, address].filter(Boolean).join(', ')})`;
  const seconds = waitsMs.reduce((sum, ms) => sum + ms, 0) / 1000;
  throw new LockTimeoutError(
    `the lock for ${name} was not free within ${seconds} s: ${who} holds it; wait until that has ended, or end it with pg_terminate_backend`,
  );
}

/**
 * Polls instead of waiting inside a statement: a waiting statement holds a snapshot, for which `create index
 * concurrently` of the lock's holder would wait in turn (deadlock).
 */
async function lockWithin(client: pg.ClientBase, key: number, waitMs: number): Promise<boolean> {
  const until = systemClock.now() + waitMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      key,
    ]);
    if (rows[0]?.taken) return true;
    if (systemClock.now() >= until) return false;
    await systemClock.sleep(Math.min(ASK_EVERY_MS, waitMs));
  }
}

/** Whether any session holds one of these locks. */
export async function isLocked(client: pg.ClientBase, keys: number[]): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select exists (
       select from pg_locks l
       where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0
         and l.objid = any($1::bigint[]::oid[])
         and l.database = (select oid from pg_database where datname = current_database())
     ) as held`,
    [keys],
  );
  return rows[0]?.held === true;
}

/** `pid` is the backend's pid. */
type Holder = { pid: number; application: string; address: string | null };

async function findHolder(client: pg.ClientBase, key: number): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select l.pid, a.application_name as application, host(a.client_addr) as address
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = $1::bigint::oid
       and l.database = (select oid from pg_database where datname = current_database())`,
    [key],
  );
  return rows[0];
}
