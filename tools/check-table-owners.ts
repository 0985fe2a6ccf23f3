import { maskComments } from './mask-code.ts';
import { isCode, isTest, lineAt, type SourceFile } from './source-files.ts';
import { FOREIGN_READERS, KERNEL_TABLES, type Shared, WRITERS } from './table-owners.ts';

const WRITE =
  /(?:\b(?:insert into|update(?: only)?|delete from|merge into)\s+|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(')(\w+)/g;
const READ = /(?:\b(?:from|join|using)(?: only)?\s+|\b(?:selectFrom|\w+Join)\(['"])(\w+)/g;
/** Fixtures, migrations and test code, which set up or tear down data. */
const ELSEWHERE = [
  'server/src/demo-world/',
  'server/src/fault-tests/',
  'server/src/interop/',
  'server/src/migrations/',
  'server/src/test-kit/',
];

type Owners = { writers: Shared; readers: Shared; kernels: Record<string, string> };
type Use = { table: string; room: string; place: string };

const OURS: Owners = { writers: WRITERS, readers: FOREIGN_READERS, kernels: KERNEL_TABLES };

/** One line per room that writes or reads a table owned by another; empty if there is none. */
export function checkTableOwners(
  files: SourceFile[],
  { writers, readers, kernels }: Owners = OURS,
): string[] {
  const code = files.filter(({ path }) => isServerCode(path));
  const tables = tablesOf(files);
  const writes = code.flatMap((file) => usesIn(file, WRITE, tables));
  const foreignReads = code
    .flatMap((file) => usesIn(file, READ, tables))
    .filter(({ table, room }) => isForeign(table, room, kernels));
  return [
    ...tables.values().flatMap((table) => {
      const own = writes.filter((use) => use.table === table);
      return faultsOf(own, writers[table] ?? [own[0]?.room ?? ''], `is written by another room than`);
    }),
    ...tables.values().flatMap((table) =>
      faultsOf(
        foreignReads.filter((use) => use.table === table),
        readers[table] ?? [],
        'is read by another kernel than',
      ),
    ),
    ...idle(writers, writes, 'WRITERS'),
    ...idle(readers, foreignReads, 'FOREIGN_READERS'),
  ];
}

function faultsOf(uses: Use[], rooms: readonly string[], what: string): string[] {
  return uses
    .filter(({ room }) => !rooms.includes(room))
    .map(({ table, place }) => `${place} ${table} ${what} ${rooms.join(', ') || 'its own'}`);
}

/** Listed permissions that no code uses any more. */
function idle(listed: Shared, uses: Use[], list: string): string[] {
  return Object.entries(listed).flatMap(([table, rooms]) =>
    rooms
      .filter((room) => !uses.some((use) => use.table === table && use.room === room))
      .map(
        (room) =>
          `tools/table-owners.ts ${list} names ${room} for ${table}, which it leaves alone; remove it`,
      ),
  );
}

function isServerCode(path: string): boolean {
  return (
    path.startsWith('server/src/') &&
    isCode(path) &&
    !isTest(path) &&
    !ELSEWHERE.some((folder) => path.startsWith(folder))
  );
}

/** Every table that any migration has created. */
function tablesOf(files: SourceFile[]): Set<string> {
  const made = files
    .filter(({ path }) => path.startsWith('server/src/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)]);
  return new Set(made.map(([, name = '']) => name));
}

function usesIn({ path, text }: SourceFile, pattern: RegExp, tables: Set<string>): Use[] {
  return [...maskComments(text).matchAll(pattern)]
    .filter(([, table = '']) => tables.has(table))
    .map(({ index, 1: table = '' }) => ({
      table,
      room: roomOf(path),
      place: `${path}:${lineAt(text, index)}`,
    }));
}

function roomOf(path: string): string {
  const [kernel = '', room = '', file] = path.slice('server/src/'.length).split('/');
  return ['features', 'identity', 'mail'].includes(kernel) && file !== undefined
    ? `${kernel}/${room}`
    : kernel;
}

function isForeign(table: string, room: string, kernels: Record<string, string>): boolean {
  const owner = Object.entries(kernels).find(([, beginning]) => table.startsWith(beginning))?.[0] ?? 'mail';
  const [reader] = room.split('/');
  return reader !== owner && (reader === 'mail' || Object.hasOwn(kernels, reader ?? ''));
}
