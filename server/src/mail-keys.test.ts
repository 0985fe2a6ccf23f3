import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-kit/database.ts';
import { readSchema } from './test-kit/statements/schema.ts';

let database: TestDatabase;
let client: pg.Client;
let mailTables: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.pgConfig);
  await client.connect();
  mailTables = [...(await readSchema(client)).mailTables];
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every unique key of a mail table begins with its mailbox', async () => {
  const { rows } = await client.query<{ table: string; key: string; first: string }>(
    `select t.relname::text as table, i.relname::text as key, a.attname::text as first
     from pg_index x
     join pg_class t on t.oid = x.indrelid
     join pg_class i on i.oid = x.indexrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
     where x.indisunique and t.relnamespace = 'public'::regnamespace and t.relname = any($1)
     order by 1, 2`,
    [mailTables],
  );
  expect(rows.filter(({ first }) => first !== 'mailbox_id')).toEqual([]);
  // Each has one, and the catalogue was read rightly.
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(mailTables));
});

test('a mail table refers to the mailbox, or to a row of mail in the same mailbox', async () => {
  const { rows } = await client.query<{ from: string; to: string; columns: string[]; targets: string[] }>(
    `select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to,
       array(select attname::text from unnest(f.conkey) with ordinality as k(number, place)
         join pg_attribute on attrelid = f.conrelid and attnum = k.number order by place) as columns,
       array(select attname::text from unnest(f.confkey) with ordinality as k(number, place)
         join pg_attribute on attrelid = f.confrelid and attnum = k.number order by place) as targets
     from pg_constraint f
     where f.contype = 'f' and (f.conrelid::regclass::text = any($1) or f.confrelid::regclass::text = any($1))
     order by 1, 2`,
    [mailTables],
  );
  const wrong = rows.filter(({ from, to, columns, targets }) => {
    if (!mailTables.includes(from)) return true;
    if (to === 'mailboxes') return columns.join() !== 'mailbox_id' || targets.join() !== 'id';
    const place = columns.indexOf('mailbox_id');
    return !mailTables.includes(to) || place === -1 || targets[place] !== 'mailbox_id';
  });
  expect(wrong).toEqual([]);
  expect(rows.map(({ from, to }) => `${from} to ${to}`)).toContain('bulk_steps to bulk_jobs');
});

test('the document of operation says of every mail table that it is distributed', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
  const [commands = ''] = /create_distributed_table\('[^`]*/.exec(text) ?? [];
  const named = [...commands.matchAll(/'([a-z_]+)'/g)].flatMap(([, name = '']) => name);
  expect(mailTables.filter((table) => !named.includes(table))).toEqual([]);
});

/** What marks, labels and moves change of a message; a removal sets the time in the Trash besides, which is looked up by it. */
const CHANGED = ['answered', 'folder_id', 'label_ids', 'old_folder_id', 'starred', 'unread'];

test('no index of messages follows a mark or a move, which change the row in its page', async () => {
  const { rows } = await client.query<{ index: string; column: string }>(
    `select i.relname::text as index, a.attname::text as column
     from pg_index x
     join pg_class i on i.oid = x.indexrelid
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.oid and d.refobjid = x.indrelid
     join pg_attribute a on a.attrelid = x.indrelid and a.attnum = d.refobjsubid
     where x.indrelid = 'messages'::regclass`,
  );
  expect(rows.filter(({ column }) => CHANGED.includes(column))).toEqual([]);
  expect(rows).toContainEqual({ index: 'messages_by_newsletter', column: 'size' });
  expect(rows).toContainEqual({ index: 'messages_without_source', column: 'blob' });
});
