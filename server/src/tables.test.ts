import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TraceEvent } from '@bocau/contract/admin-mail.ts';
import type { AdminAct } from '@bocau/contract/administration.ts';
import type { BulkJob } from '@bocau/contract/bulk.ts';
import type { ContactBulk, ContactBulkAct } from '@bocau/contract/contact-bulk.ts';
import type { DirectoryMode } from '@bocau/contract/directory.ts';
import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { GroupJoining, GroupSeenBy, GroupStrangers, GroupWriters } from '@bocau/contract/groups.ts';
import type { GroupDecision } from '@bocau/contract/held-messages.ts';
import type {
  CheckState,
  InvoiceDirection,
  InvoiceKind,
  InvoiceMark,
  InvoiceStanding,
} from '@bocau/contract/invoices.ts';
import type { LabelColor } from '@bocau/contract/labels.ts';
import type { ReceiptState } from '@bocau/contract/messages.ts';
import type { Gender } from '@bocau/contract/profile.ts';
import type { NoticeContent } from '@bocau/contract/push.ts';
import type { RuleProblem } from '@bocau/contract/rules.ts';
import type { EventMethod, SecurityChange, SignInOutcome, SignInProtocol } from '@bocau/contract/security.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInMethod } from './platform/caller.ts';
import { createTestDatabase, type TestDatabase } from './test-kit/database.ts';
import { readTableTypes, type ValueType } from './test-kit/read-table-types.ts';

/** Types of other files that columns have, each one a string as the compiler holds it to here. */
const importedStrings = Object.keys({
  "BulkJob['action']": 'move' satisfies BulkJob['action'] satisfies string,
  ContactBulkAct: 'trash' satisfies ContactBulkAct satisfies string,
  "ContactBulk['state']": 'running' satisfies ContactBulk['state'] satisfies string,
  LabelColor: 'blue' satisfies LabelColor satisfies string,
  NoticeContent: 'subject' satisfies NoticeContent satisfies string,
  DirectoryMode: 'all' satisfies DirectoryMode satisfies string,
  DraftAction: 'new' satisfies DraftAction satisfies string,
  ReceiptState: 'wanted' satisfies ReceiptState satisfies string,
  RuleProblem: 'failed' satisfies RuleProblem satisfies string,
  AdminAct: 'created' satisfies AdminAct satisfies string,
  EventMethod: 'totp' satisfies EventMethod satisfies string,
  TraceEvent: 'received' satisfies TraceEvent satisfies string,
  GroupDecision: 'released' satisfies GroupDecision satisfies string,
  GroupJoining: 'ask' satisfies GroupJoining satisfies string,
  GroupSeenBy: 'domain' satisfies GroupSeenBy satisfies string,
  GroupStrangers: 'held' satisfies GroupStrangers satisfies string,
  GroupWriters: 'anyone' satisfies GroupWriters satisfies string,
  CheckState: 'ok' satisfies CheckState satisfies string,
  InvoiceDirection: 'bought' satisfies InvoiceDirection satisfies string,
  InvoiceKind: 'invoice' satisfies InvoiceKind satisfies string,
  InvoiceMark: 'paid' satisfies InvoiceMark satisfies string,
  InvoiceStanding: 'valid' satisfies InvoiceStanding satisfies string,
  Gender: 'other' satisfies Gender satisfies string,
  SecurityChange: 'password_changed' satisfies SecurityChange satisfies string,
  SignInOutcome: 'ok' satisfies SignInOutcome satisfies string,
  SignInProtocol: 'web' satisfies SignInProtocol satisfies string,
  SignInMethod: 'password' satisfies SignInMethod satisfies string,
  "BulkJob['state']": 'running' satisfies BulkJob['state'] satisfies string,
});

const databaseTypes: Record<ValueType, string[]> = {
  number: ['bigint', 'integer', 'smallint'],
  string: ['text', 'uuid', 'tsvector', 'numeric', 'date'],
  boolean: ['boolean'],
  bytes: ['bytea'],
  strings: ['text[]', 'uuid[]'],
  json: ['json', 'jsonb'],
};

/** The migrator's own, which it asks without types. */
const UNTYPED_TABLES = ['schema_migrations'];

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

type Column = { table: string; name: string; type: string; not_null: boolean; filled: boolean };

async function readColumns(): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select class.relname as table, attname as name, format_type(atttypid, atttypmod) as type,
       attnotnull as not_null, atthasdef or attidentity <> '' as filled
     from pg_attribute join pg_class class on class.oid = attrelid
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
       and attnum > 0 and not attisdropped
     order by 1, attnum`,
  );
  return rows.filter((column) => !UNTYPED_TABLES.includes(column.table));
}

/** What differs between the text of `tables.ts` and the database, a line for each. */
function compare(text: string, columns: Column[]): string[] {
  const typed = readTableTypes(text, importedStrings);
  const faults: string[] = [];
  for (const { table, name, type, not_null: notNull, filled } of columns) {
    const column = typed.get(table)?.get(name);
    if (column === undefined) {
      faults.push(`${table}.${name} is missing in tables.ts`);
      continue;
    }
    if (!databaseTypes[column.type].includes(type))
      faults.push(`${table}.${name} is ${type} in the database and ${column.type} in tables.ts`);
    if (column.nullable === notNull)
      faults.push(`${table}.${name} can be null in ${notNull ? 'tables.ts' : 'the database'} alone`);
    if (column.generated && !filled) faults.push(`${table}.${name} has no default in the database`);
  }
  const present = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  for (const [table, names] of typed) {
    for (const name of names.keys()) {
      if (!present.has(`${table}.${name}`)) faults.push(`${table}.${name} is missing in the database`);
    }
  }
  return faults;
}

const texts = [
  'tables.ts',
  'calendar-tables.ts',
  'contact-tables.ts',
  'drive-tables.ts',
  'invoice-tables.ts',
].map((name) => readFile(join(import.meta.dirname, name), 'utf8'));
const tablesText = (await Promise.all(texts)).join('\n');

test('tables.ts says of every table and column what the migrated database has', async () => {
  const columns = await readColumns();
  expect(columns.length).toBeGreaterThan(200);
  expect(compare(tablesText, columns)).toEqual([]);
});

test.each([
  [
    'a column that only the database has',
    'folders add column colour text',
    'folders.colour is missing in tables.ts',
  ],
  [
    'a column that only the types have',
    'folders drop column path',
    'folders.path is missing in the database',
  ],
  [
    'another type',
    'folders alter column total_threads type text',
    'folders.total_threads is text in the database and number in tables.ts',
  ],
  [
    'a null that the types do not know',
    'folders alter column name drop not null',
    'folders.name can be null in the database alone',
  ],
  [
    'a null that the database refuses',
    'folders alter column role set not null',
    'folders.role can be null in tables.ts alone',
  ],
  [
    'a default that is gone',
    'folders alter column total_threads drop default',
    'folders.total_threads has no default in the database',
  ],
])('%s is found', async (_title, change, fault) => {
  await client.query('begin');
  await client.query(`alter table ${change}`);
  expect(compare(tablesText, await readColumns())).toEqual([fault]);
  await client.query('rollback');
});

test('a table that only one of both has is found', async () => {
  await client.query('begin');
  await client.query('create table notes (name text); alter table rules rename to sieves');
  const faults = compare(tablesText, await readColumns());
  expect(faults).toContain('notes.name is missing in tables.ts');
  expect(faults).toContain('sieves.id is missing in tables.ts');
  expect(faults).toContain('rules.id is missing in the database');
  await client.query('rollback');
});

test('a type that the reader does not understand is no silence', () => {
  const text = tablesText.replace('subject: string;', 'subject: Set<string>;');
  expect(() => readTableTypes(text, importedStrings)).toThrow('Set<string>');
});
