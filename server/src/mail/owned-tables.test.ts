import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-kit/database.ts';
import {
  BLOB_COLUMNS,
  MAILBOX_NAMES,
  MAILBOX_ROWS,
  MESSAGE_NAMES,
  MESSAGE_ROWS,
  OTHER_BYTES,
  THREAD_ROWS,
} from './owned-tables.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.pgConfig);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** `table.column` of every column of that kind in the database. */
async function columnsLike(condition: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select class.relname || '.' || attname as name
     from pg_attribute join pg_class class on class.oid = attrelid
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
       and attnum > 0 and not attisdropped and ${condition}
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

const named = (rows: readonly { table: string; column?: string }[], column: string) =>
  rows.map((row) => `${row.table}.${row.column ?? column}`);

test('every column that names a message is listed', async () => {
  const listed = [...named(MESSAGE_ROWS, 'message_id'), ...Object.keys(MESSAGE_NAMES)];
  expect(await columnsLike(`attname ~ 'message_id$'`)).toEqual(listed.sort());
});

test('every column that names a thread is listed', async () => {
  expect(await columnsLike(`attname ~ 'thread_id$'`)).toEqual(named(THREAD_ROWS, 'thread_id').sort());
});

test('every column that names a mailbox is listed', async () => {
  const listed = [...named(MAILBOX_ROWS, 'mailbox_id'), ...Object.keys(MAILBOX_NAMES)];
  expect(await columnsLike(`attname ~ 'mailbox_id$'`)).toEqual(listed.sort());
});

test('every column of bytes is listed as one that names blobs, or as what it is', async () => {
  const listed = [...named(BLOB_COLUMNS, 'blob'), ...Object.keys(OTHER_BYTES)];
  expect(await columnsLike(`atttypid = 'bytea'::regtype`)).toEqual(listed.sort());
});

test('a column that names a blob has an index by it, so that collecting asks no table whole', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select class.relname || '.' || attname as name
     from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     join pg_class class on class.oid = indrelid`,
  );
  const indexed = rows.map(({ name }) => name);
  for (const column of named(BLOB_COLUMNS, 'blob')) expect(indexed).toContain(column);
});

test('rows of a thread have no unique key by it, or merging two threads would fail', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct class.relname as name from pg_index
     join pg_class class on class.oid = indrelid
     join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indisunique and attname = 'thread_id'`,
  );
  const derived = THREAD_ROWS.filter((row) => row.derived).map(({ table }) => String(table));
  expect(rows.map(({ name }) => name).filter((name) => !derived.includes(name))).toEqual([]);
});

test('every row that is listed as a mailbox’s own goes with it', async () => {
  const { rows } = await client.query<{ name: string }>(
    `with recursive owned as (
       select 'mailboxes'::regclass::oid as oid
       union
       select conrelid from pg_constraint join owned on confrelid = owned.oid
       where contype = 'f' and confdeltype = 'c')
     select relname as name from owned join pg_class class on class.oid = owned.oid`,
  );
  const cascaded = rows.map(({ name }) => name);
  for (const { table } of MAILBOX_ROWS) expect(cascaded).toContain(table);
});
