import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkMigrations } from './check-migrations.ts';

const folder = 'server/src/migrations/';
const first = 'create table one (id bigint);\n';
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

function faults(migrations: Record<string, string>, sums: string, equivalents = ''): string[] {
  const files = Object.entries(migrations).map(([name, text]) => ({ path: `${folder}${name}`, text }));
  const lists = { SHA256SUMS: sums, EQUIVALENTS: equivalents };
  return checkMigrations([
    ...files,
    ...Object.entries(lists).map(([name, text]) => ({ path: `${folder}${name}`, text })),
  ]);
}

test('migrations that are as they landed are in order', () => {
  expect(faults({ '001-one.sql': first }, `${sumOf(first)}  001-one.sql\n`)).toEqual([]);
});

test('a migration that was edited after it landed is named', () => {
  expect(faults({ '001-one.sql': `${first} ` }, `${sumOf(first)}  001-one.sql\n`)).toEqual([
    `${folder}001-one.sql has landed and was edited: put it back and add a new migration instead`,
  ]);
});

test('a reviewed text that makes the same tables may stand for the one that landed, and for no other', () => {
  const other = 'create table one (\n  id bigint\n);\n';
  const landed = `${sumOf(first)}  001-one.sql\n`;
  const reviewed = `${sumOf(other)}  ${sumOf(first)}  001-one.sql\n`;
  expect(faults({ '001-one.sql': other }, landed, reviewed)).toEqual([]);
  expect(faults({ '001-one.sql': `${other} ` }, landed, reviewed)).toHaveLength(1);
});

test('a new migration is told the line that it needs', () => {
  expect(faults({ '001-one.sql': first }, '')).toEqual([
    `${folder}001-one.sql is new: add the line "${sumOf(first)}  001-one.sql" to ${folder}SHA256SUMS`,
  ]);
});

test('a migration that was removed is named', () => {
  expect(faults({}, `${sumOf(first)}  001-one.sql\n`)).toEqual([
    `${folder}001-one.sql has landed and is gone: put it back`,
  ]);
});
