import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGE_NAMES, MESSAGE_ROWS, THREAD_ROWS } from '../mail/owned-tables.ts';
import { createTestDatabase, type TestDatabase } from '../test-kit/database.ts';
import { blobColumns, journals, KERNELS, mailboxRows } from './kernels.ts';

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

/** `table.column` of every matching column in the database. */
async function columnsLike(condition: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select class.relname || '.' || attname as name
     from pg_attribute join pg_class class on class.oid = attrelid
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
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
  const listed = [
    ...named(mailboxRows(), 'mailbox_id'),
    ...KERNELS.flatMap(({ mailboxNames }) => Object.keys(mailboxNames)),
  ];
  expect(await columnsLike(`attname ~ 'mailbox_id$'`)).toEqual(listed.sort());
});

test('every column of bytes is listed as one that names blobs, or as what it is', async () => {
  const listed = [
    ...named(blobColumns(), 'blob'),
    ...KERNELS.flatMap(({ otherBytes }) => Object.keys(otherBytes)),
  ];
  expect(await columnsLike(`atttypid = 'bytea'::regtype`)).toEqual(listed.sort());
});

test('every table with the numbers of a journal is that of a kernel, and no table is of two', async () => {
  const states = journals().map(({ state }) => `${state}.forgotten_seq`);
  expect(await columnsLike(`attname = 'forgotten_seq'`)).toEqual(states.sort());
  const tables = mailboxRows().map(({ table }) => table);
  expect(tables).toEqual([...new Set(tables)]);
});

test('a column that names a blob has an index by it, so that collecting asks no table whole', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select class.relname || '.' || attname as name
     from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     join pg_class class on class.oid = indrelid`,
  );
  const indexed = rows.map(({ name }) => name);
  for (const column of named(blobColumns(), 'blob')) expect(indexed).toContain(column);
});

/** Tables that grow with the number of messages, although something else references them. */
const GROW_WITH_MAIL = [
  'automatic_replies',
  'discarded_deliveries',
  'invitation_answers',
  'moved_in_messages',
];

test('of what grows with its mail PostgreSQL is told how many rows a mailbox may have', async () => {
  const told = await columnsLike(`attname = 'mailbox_id' and attoptions::text ~ 'n_distinct=-0'`);
  const beside = Object.keys(MESSAGE_NAMES).map((name) => name.slice(0, name.indexOf('.')));
  const growing = new Set<string>([
    ...[...MESSAGE_ROWS, ...THREAD_ROWS].map(({ table }) => table),
    ...beside,
    ...GROW_WITH_MAIL,
  ]);
  const owned = mailboxRows().filter(({ table }) => growing.has(table));
  expect(named(owned, 'mailbox_id').filter((name) => !told.includes(name))).toEqual([]);
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

/** Tables whose rows a foreign key deletes with their mailbox. */
async function readCascaded(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with recursive owned as (
       select 'mailboxes'::regclass::oid as oid
       union
       select conrelid from pg_constraint join owned on confrelid = owned.oid
       where contype = 'f' and confdeltype = 'c')
     select relname as name from owned join pg_class class on class.oid = owned.oid`,
  );
  return rows.map(({ name }) => name);
}

/** A value for a column that must not be null. */
const VALUES: Record<string, string> = {
  bigint: '1',
  integer: '1',
  boolean: 'false',
  text: `'x'`,
  'text[]': `'{}'`,
  uuid: 'gen_random_uuid()',
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  tsvector: `''`,
};

async function insertRow(table: string, mailboxId: number): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef`,
    [table],
  );
  const values = rows.map(({ name, type }) => (name === 'mailbox_id' ? mailboxId : VALUES[type]));
  await client.query(`insert into ${table} (${rows.map(({ name }) => name)}) values (${values})`);
}

test('every row that is listed as a mailbox’s own goes with it, also where no foreign key takes it', async () => {
  const cascaded = await readCascaded();
  const others = mailboxRows()
    .map(({ table }) => table)
    .filter((table) => !cascaded.includes(table));
  await client.query(`insert into domains (name, verified, created_at) values ('goes.example', true, 1)`);
  const { rows: mailboxes } = await client.query<{ id: string }>(
    `insert into mailboxes (domain_id, email, name, kind, quota_mb, created_at)
     select id, email, 'x', 'member', 1, 1 from domains, unnest(array['goes@goes.example', 'stays@goes.example']) as email
     where domains.name = 'goes.example' returning id`,
  );
  for (const table of others) for (const { id } of mailboxes) await insertRow(table, Number(id));
  await client.query('delete from mailboxes where id = $1', [mailboxes[0]?.id]);
  for (const table of others) {
    const { rows } = await client.query<{ mailbox_id: string }>(`select mailbox_id from ${table}`);
    expect(rows, table).toEqual([{ mailbox_id: mailboxes[1]?.id }]);
  }
});
