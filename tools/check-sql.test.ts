import { expect, test } from 'vitest';
import { checkSql } from './check-sql.ts';

function faults(files: Record<string, string>, reviewed: { file: string }[] = []): string[] {
  return checkSql(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    reviewed,
  );
}

const command = 'server/src/features/threads/move-threads.ts';
const withSql = `import { sql } from 'kysely';\nconst all = sql\`select 1\`;`;

test.each<[string, Record<string, string>]>([
  ['a store', { 'server/src/features/threads/threads.store.ts': withSql }],
  ['a test', { 'server/src/features/threads/threads.test.ts': withSql }],
  ['the test-kit', { 'server/src/test-kit/own-things.ts': `db.insertInto('messages')` }],
  ['a type of kysely', { 'server/src/tables.ts': `import type { Generated } from 'kysely';` }],
  ['the bench', { 'bench/src/main.ts': withSql }],
  ['a comment', { [command]: `// import { sql } from 'kysely'; db.insertInto('messages')` }],
  ['a text', { [command]: `const text = "db.insertInto('messages')";` }],
  ['a function of that name', { [command]: 'deleteFromTrash(change); deleteFrom(change);' }],
])('is content with %s', (_title, files) => {
  expect(faults(files)).toEqual([]);
});

test.each<[string, string, RegExp]>([
  ['an import of sql', withSql, /^server\S+:1 imports sql outside a store/],
  ['one among others', `import { type RawBuilder, sql } from 'kysely';`, /:1 imports sql/],
  ['one over several lines', `import {\n  type RawBuilder,\n  sql,\n} from 'kysely';`, /:1 imports sql/],
  ['one under another name', `import { sql as query } from 'kysely';`, /:1 imports sql/],
  ['a read', `const a = 1;\nawait db.selectFrom('messages').execute();`, /:2 calls selectFrom/],
  ['a chain', `await tx\n  .updateTable('messages')\n  .execute();`, /:\d calls updateTable/],
  ['an insert', `await tx.insertInto('messages')`, /calls insertInto/],
  ['a deletion', `await tx.deleteFrom('messages')`, /calls deleteFrom/],
  ['a merge', `await tx.mergeInto('messages')`, /calls mergeInto/],
])('finds %s outside a store', (_title, text, expected) => {
  expect(faults({ [command]: text })).toEqual([expect.stringMatching(expected)]);
});

test('a reviewed file may have SQL, and is no longer listed when it has none', () => {
  const file = 'server/src/platform/jobs/add-job.ts';
  expect(faults({ [file]: withSql }, [{ file }])).toEqual([]);
  expect(faults({ [file]: '' }, [{ file }])).toEqual([expect.stringContaining(`lists ${file}`)]);
});

test('only the platform and tests take a Kysely out of a Db', () => {
  const from = (path: string) => `import { kyselyOf } from '${path}platform/db/kysely-of.ts';`;
  expect(
    faults({ 'server/src/platform/db/notify.ts': `import { kyselyOf } from './kysely-of.ts';` }),
  ).toEqual([]);
  expect(faults({ 'server/src/features/threads/threads.test.ts': from('../../') })).toEqual([]);
  for (const path of [command, 'server/src/features/threads/threads.store.ts']) {
    expect(faults({ [path]: from('../../') })).toEqual([
      expect.stringContaining('takes a Kysely out of a Db'),
    ]);
  }
});
