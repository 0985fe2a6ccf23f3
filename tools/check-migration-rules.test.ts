import { describe, expect, test } from 'vitest';
import { checkMigrationRules } from './check-migration-rules.ts';

const path = 'server/src/migrations/';

function faultsOf(text: string, name = '090-new.sql'): Promise<string[]> {
  return checkMigrationRules([{ path: `${path}${name}`, text }], []);
}

describe('a migration that has writers wait is refused:', () => {
  test.each([
    ['create index by_n on messages (n);', 'messages: builds an index while writers wait'],
    ['create index concurrently by_n on messages (n);', 'needs the first line `-- outside a transaction`'],
    ['alter table messages alter column n type bigint;', 'messages: changes the type of a column'],
    ['alter table messages alter column n set not null;', 'messages: reads the whole table for `not null`'],
    ['alter table messages set logged;', 'messages: writes the table anew'],
    ['alter table messages add column n uuid default gen_random_uuid();', 'n has a default that differs'],
    ['alter table messages add column n bigserial;', 'the new column n is numbered'],
    ['alter table messages add column n int generated always as (1) stored;', 'n is generated'],
    ['alter table messages add column n int unique;', 'n builds an index'],
    ['alter table messages add column n int references folders;', 'n has a foreign key that is validated'],
    ['alter table messages add column n int check (n > 0);', 'n has a check that is validated at once'],
    ['alter table messages add foreign key (n) references folders;', 'validates a foreign key at once'],
    ['alter table messages add check (n > 0);', 'validates a check at once'],
    ['alter table messages add unique (n);', 'builds the index of a constraint'],
    ['alter table messages validate constraint positive;', 'validates within a transaction'],
    ['update messages set n = 1;', 'updates the rows of a table that was there'],
    ['delete from messages where n = 1;', 'deletes rows of a table that was there'],
    ['analyze messages;', 'has `vacuum` or `analyze`, for which everybody waits'],
    ['lock table messages;', 'has `lock table`, for which everybody waits'],
    ['do $$ begin perform 1; end $$;', 'has a `do` block'],
    [
      'alter table messages add column n int; alter table folders add column n int;',
      'keeps messages and folders locked together',
    ],
    [
      'create table notes (n int); insert into notes select 1; alter table messages add column n int;',
      'moves rows while messages is locked',
    ],
  ])('%s', async (text, fault) => {
    expect(await faultsOf(text)).toEqual([expect.stringContaining(fault)]);
  });
});

describe('one that takes from the release before is refused:', () => {
  test.each([
    ['alter table messages add column n int not null;', 'the release before does not write it'],
    ['alter table messages drop column n;', 'drops a column'],
    ['alter table messages rename column n to m;', 'renames what the release before uses'],
    ['drop table messages;', 'drops what the release before may use'],
  ])('%s', async (text, fault) => {
    expect(await faultsOf(text)).toEqual([expect.stringContaining(fault)]);
    if (!text.includes('not null')) expect(await faultsOf(text, '090-contract-it.sql')).toEqual([]);
  });
});

describe('allowed is what takes a moment:', () => {
  test.each([
    'create table notes (id uuid primary key, n int references folders); create index notes_by_n on notes (n);',
    'create table notes (n int); insert into notes select n from messages; update notes set n = 1;',
    'alter table messages add column n int not null default 0, add column t timestamptz default now();',
    'alter table messages add constraint positive check (n > 0) not valid;',
    'alter table messages add constraint one unique using index by_n;',
    'alter table messages drop constraint positive;',
    '-- outside a transaction\n-- Why.\ncreate index concurrently by_n on messages (n);\ndrop index concurrently if exists by_m;\n',
    '-- outside a transaction\nalter table messages validate constraint positive;\n',
  ])('%s', async (text) => {
    expect(await faultsOf(text)).toEqual([]);
  });
});

test.each([
  ['create index by_n on messages (n);', 'add `concurrently`'],
  ['create index concurrently on messages (n);', 'without a name'],
  ['alter table messages add column n int;', 'none of `create index concurrently`'],
  ['create index concurrently a on b (n); create index concurrently c on d (n);', 'at the end of a line'],
])('outside a transaction %s is refused', async (text, fault) => {
  expect(await faultsOf(`-- outside a transaction\n${text}\n`)).toEqual([expect.stringContaining(fault)]);
});

test('a reviewed line allows what it names, and is refused where nothing needs it', async () => {
  const files = [{ path: `${path}090-new.sql`, text: 'update domains set n = 1;' }];
  const line = { file: '090-new.sql', fault: 'updates the rows', why: 'a provider has some hundred domains' };
  expect(await checkMigrationRules(files, [line])).toEqual([]);
  expect(await checkMigrationRules([], [line])).toEqual([
    'tools/reviewed-migrations.ts: nothing needs the line of 090-new.sql (updates the rows)',
  ]);
});

test('migrations of before are not judged', async () => {
  expect(await faultsOf('update messages set n = 1;', '075-old.sql')).toEqual([]);
});
