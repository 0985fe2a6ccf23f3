import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { type Database, inTransaction, openDatabase, type Tx } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { kyselyOf } from './kysely-of.ts';
import type { DbLog } from './pg-config.ts';

type Tables = { numbers: { id: number; value: number } };

const quiet: DbLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

let test: TestDatabase;
let database: Database<Tables>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ pgConfig: test.pgConfig, poolSize: 4, log: quiet, applicationName: 'test' });
  await sql`create table numbers (id bigint primary key, value bigint not null)`.execute(
    kyselyOf(database.db),
  );
  await sql`insert into numbers values (1, 0), (2, 0)`.execute(kyselyOf(database.db));
});

afterAll(async () => {
  await database.close();
  await test.drop();
});

describe('values', () => {
  it('reads bigint and its arrays as numbers', async () => {
    const { rows } =
      await sql`select 9007199254740991::int8 as big, array[1, null, 3]::int8[] as list`.execute(
        kyselyOf(database.db),
      );
    expect(rows).toEqual([{ big: 9007199254740991, list: [1, null, 3] }]);
  });

  it('refuses a bigint that a number cannot hold', async () => {
    await expect(sql`select 9007199254740993::int8`.execute(kyselyOf(database.db))).rejects.toThrow(
      '9007199254740993',
    );
  });

  it('orders text by code point and lowers letters of every alphabet', async () => {
    const { rows } = await sql`select lower('ĐÔNG Ấ') as low, 'Z' < 'a' as plain`.execute(
      kyselyOf(database.db),
    );
    expect(rows).toEqual([{ low: 'đông ấ', plain: true }]);
  });
});

describe('inTransaction', () => {
  it('keeps what the work wrote and answers its result', async () => {
    const result = await inTransaction(database.db, async (tx) => {
      await tx.updateTable('numbers').set({ value: 7 }).where('id', '=', 1).execute();
      return 'done';
    });
    expect(result).toBe('done');
    const row = await database.db.selectFrom('numbers').selectAll().where('id', '=', 1).executeTakeFirst();
    expect(row).toEqual({ id: 1, value: 7 });
  });

  it('undoes everything when the work throws', async () => {
    const failing = inTransaction(database.db, async (tx) => {
      await tx.updateTable('numbers').set({ value: 99 }).where('id', '=', 1).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const row = await database.db
      .selectFrom('numbers')
      .select('value')
      .where('id', '=', 1)
      .executeTakeFirst();
    expect(row?.value).not.toBe(99);
  });

  it('does the work again when two transactions lock each other out', async () => {
    await sql`update numbers set value = 0`.execute(kyselyOf(database.db));
    let runs = 0;
    const bothHoldOne = gate(2);
    async function addToBoth(first: number, second: number) {
      let mine = 0;
      await inTransaction(database.db, async (tx) => {
        runs += 1;
        mine += 1;
        await sql`update numbers set value = value + 1 where id = ${first}`.execute(tx);
        if (mine === 1) await bothHoldOne();
        await sql`update numbers set value = value + 1 where id = ${second}`.execute(tx);
      });
    }
    await Promise.all([addToBoth(1, 2), addToBoth(2, 1)]);
    const rows = await database.db.selectFrom('numbers').select('value').execute();
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
    expect(runs).toBeGreaterThan(2);
  });

  it('runs statements in the order in which they were asked, without waiting for answers between them', async () => {
    await sql`update numbers set value = 1`.execute(kyselyOf(database.db));
    const seen = await inTransaction(database.db, async (tx) => {
      const read = () => tx.selectFrom('numbers').select('value').where('id', '=', 1).executeTakeFirst();
      const [before, , after] = await Promise.all([
        read(),
        sql`update numbers set value = 2 where id = 1`.execute(tx),
        read(),
      ]);
      return [before?.value, after?.value];
    });
    expect(seen).toEqual([1, 2]);
  });

  it('commits behind the last writes, which nobody has waited for', async () => {
    await inTransaction(database.db, async (tx, { send }) => {
      send(sql`update numbers set value = 5 where id = 1`.execute(tx));
      send(tx.updateTable('numbers').set({ value: 6 }).where('id', '=', 2).execute());
    });
    const rows = await database.db.selectFrom('numbers').select('value').orderBy('id').execute();
    expect(rows).toEqual([{ value: 5 }, { value: 6 }]);
  });

  it('commits after what goes on beside it, and nothing when that fails', async () => {
    const { promise: beside, resolve: done } = Promise.withResolvers<void>();
    const values = async () =>
      (await database.db.selectFrom('numbers').select('value').where('value', '=', 7).execute()).length;
    const sent = Promise.withResolvers<void>();
    const waiting = inTransaction(database.db, async (tx, { commitAfter }) => {
      commitAfter(beside);
      await sql`update numbers set value = 7 where id = 1`.execute(tx);
      sent.resolve();
    });
    await sent.promise;
    expect(await values()).toBe(0);
    done();
    await waiting;
    expect(await values()).toBe(1);
    const failing = inTransaction(database.db, async (tx, { commitAfter, send }) => {
      commitAfter(Promise.reject(new Error('the disk is full')));
      send(sql`update numbers set value = 7`.execute(tx));
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await values()).toBe(1);
  });

  it('undoes everything when one of the last writes fails, and tells of that one', async () => {
    const broken = (tx: Tx<Tables>) => sql`insert into numbers values (1, 1)`.execute(tx);
    const failedAtTheEnd = inTransaction(database.db, async (tx, { send }) => {
      await sql`update numbers set value = 99`.execute(tx);
      send(broken(tx));
      send(sql`select 1`.execute(tx));
    });
    await expect(failedAtTheEnd).rejects.toMatchObject({ code: '23505' });
    const failedOnTheWay = inTransaction(database.db, async (tx, { send }) => {
      send(broken(tx));
      await sql`update numbers set value = 99`.execute(tx);
    });
    await expect(failedOnTheWay).rejects.toMatchObject({ code: '23505' });
    const rows = await database.db.selectFrom('numbers').select('id').where('value', '=', 99).execute();
    expect(rows).toEqual([]);
  });

  it('commits nothing after a statement whose failure the work has hidden', async () => {
    const hiding = inTransaction(database.db, async (tx) => {
      await sql`update numbers set value = 99`.execute(tx);
      await sql`select no_such_column`.execute(tx).catch(() => undefined);
    });
    await expect(hiding).rejects.toThrow('not committed');
    const rows = await database.db.selectFrom('numbers').select('id').where('value', '=', 99).execute();
    expect(rows).toEqual([]);
  });

  it.each(['committed', 'undone'])(
    'lets nothing be written through a transaction that was %s',
    async (end) => {
      const kept = await inTransaction(database.db, async (tx) => {
        if (end === 'undone') throw tx;
        return tx;
      }).catch((tx: Tx<Tables>) => tx);
      await expect(sql`update numbers set value = 99`.execute(kept)).rejects.toThrow('has ended');
    },
  );

  it('gives up after six collisions with the error of the last, and needs no connection between them', async () => {
    let runs = 0;
    let connections = 0;
    const count = () => {
      connections += 1;
    };
    database.pool.on('acquire', count);
    const failing = inTransaction(database.db, async (tx) => {
      runs += 1;
      await sql`do $$ begin raise serialization_failure; end $$`.execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    database.pool.off('acquire', count);
    expect({ runs, connections }).toEqual({ runs: 6, connections: 6 });
  });
});

describe('isDatabaseUnavailable', () => {
  it.each([
    ['a full disk', { code: '53100' }],
    ['too many connections', { code: '53300' }],
    ['a restart', { code: '57P03' }],
    ['a missing socket', { code: 'ENOENT', syscall: 'connect' }],
    ['a refused connection', { code: 'ECONNREFUSED' }],
    ['a cut connection', new Error('Connection terminated unexpectedly')],
    ['one of these as a cause', new Error('wrapped', { cause: { code: '53100' } })],
  ])('says yes to %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a broken constraint', { code: '23505' }],
    ['a syntax error', { code: '42601' }],
    ['a missing file', { code: 'ENOENT', syscall: 'open' }],
    ['a plain error', new Error('no')],
    ['nothing', undefined],
  ])('says no to %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('knows the real errors of a session that the server ends and of a server that is not there', async () => {
    const ended = await sql`select pg_terminate_backend(pg_backend_pid())`
      .execute(kyselyOf(database.db))
      .catch(keep);
    expect(isDatabaseUnavailable(ended)).toBe(true);
    const nowhere = openDatabase({
      pgConfig: { host: '/nonexistent', port: 5432, user: 'u', database: 'd' },
      poolSize: 1,
      log: quiet,
      applicationName: 'test',
    });
    const refused = await sql`select 1`.execute(kyselyOf(nowhere.db)).catch(keep);
    expect(isDatabaseUnavailable(refused)).toBe(true);
    await nowhere.close();
  });

  it('outlives a session that ends between two statements of a transaction', async () => {
    const failed = await inTransaction(database.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(kyselyOf(database.db));
      return sql`select 1`.execute(tx);
    }).catch(keep);
    expect(isDatabaseUnavailable(failed)).toBe(true);
  });
});

function keep(error: unknown): unknown {
  return error;
}

/** Resolves when the given number of callers wait. */
function gate(count: number): () => Promise<void> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) open();
    return opened;
  };
}
