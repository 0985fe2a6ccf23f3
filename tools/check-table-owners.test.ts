import { expect, test } from 'vitest';
import { checkTableOwners } from './check-table-owners.ts';

const MADE = [
  {
    path: 'server/src/migrations/001-all.sql',
    text: 'create table toys (id bigint);\ncreate table drive_toys (id bigint);',
  },
];
const kernels = { drive: 'drive_' };

function faults(
  files: Record<string, string>,
  { writers = {}, readers = {} }: Partial<Record<'writers' | 'readers', Record<string, string[]>>> = {},
): string[] {
  const code = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkTableOwners([...MADE, ...code], { writers, readers, kernels });
}

const own = 'server/src/mail/toys/toys.store.ts';
const other = 'server/src/features/games/games.store.ts';

test('one room writes a table, in as many stores and ways as it likes', () => {
  expect(
    faults({
      [own]: 'sql`insert into toys values (1)`; sql`update toys set id = 2`',
      'server/src/mail/toys/old.store.ts': `tx.deleteFrom('toys')`,
    }),
  ).toEqual([]);
});

test.each([
  'sql`insert into toys values (1)`',
  'sql`update toys t set id = 2`',
  'sql`update only toys set id = 2`',
  'sql`delete from toys`',
  'sql`merge into toys using more on true`',
  `tx.insertInto('toys')`,
  `tx.updateTable('toys')`,
  `tx.deleteFrom('toys')`,
])('a second room that writes it is found: %s', (text) => {
  expect(faults({ [own]: 'sql`delete from toys`', [other]: text })).toHaveLength(1);
  expect(
    faults(
      { [own]: 'sql`delete from toys`', [other]: text },
      { writers: { toys: ['mail/toys', 'features/games'] } },
    ),
  ).toEqual([]);
});

test('what is said of a table in a comment, or done by tests and to other tables, is no write', () => {
  expect(
    faults({
      [own]: 'sql`delete from toys`',
      [other]: '// delete from toys\nsql`select from toys for update of toys`; sql`update plays set id = 1`',
      'server/src/features/games/games.test.ts': 'sql`delete from toys`',
      'server/src/test-kit/toys.ts': 'sql`delete from toys`',
    }),
  ).toEqual([]);
});

test('tables of another kernel are read by whom the data names; features stand above all kernels', () => {
  expect(faults({ [other]: 'sql`select from drive_toys`' })).toEqual([]);
  const inMail = { [own]: 'sql`select from toys join drive_toys on true`' };
  expect(faults(inMail)).toEqual([`${own}:1 drive_toys is read by another kernel than its own`]);
  expect(faults(inMail, { readers: { drive_toys: ['mail/toys'] } })).toEqual([]);
  expect(faults({ 'server/src/drive/toys/toys.store.ts': `db.selectFrom('toys')` })).toHaveLength(1);
});

test('a room that is named and does it no longer is found', () => {
  expect(faults({ [own]: '' }, { writers: { toys: ['mail/toys'] }, readers: { toys: ['drive'] } })).toEqual([
    'tools/table-owners.ts WRITERS names mail/toys for toys, which it leaves alone; remove it',
    'tools/table-owners.ts FOREIGN_READERS names drive for toys, which it leaves alone; remove it',
  ]);
});
