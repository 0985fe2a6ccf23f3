import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { type Database, openDatabase } from './database.ts';
import { readRows } from './read-rows.ts';

let testDatabase: TestDatabase;
let database: Database<unknown>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  database = openDatabase({ pgConfig: testDatabase.pgConfig, poolSize: 1, log, applicationName: 'test' });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('answers the rows of a select, and of one that begins with a common table expression', async () => {
  expect(await readRows(database.db, sql`select ${1}::integer as one`)).toEqual([{ one: 1 }]);
  expect(await readRows(database.db, sql`with a as (select 2 as two) select two from a`)).toEqual([
    { two: 2 },
  ]);
});

test.each([
  ['an insert', sql`insert into sign_ins (email) values ('a@b.vn')`],
  [
    'an update within a select',
    sql`with u as (update domains set active = false returning id) select id from u`,
  ],
  ['a delete within a select', sql`with d as (delete from domains returning id) select id from d`],
])('refuses %s', async (_title, query) => {
  await expect(readRows(database.db, query)).rejects.toThrow('a read was asked to write');
});
