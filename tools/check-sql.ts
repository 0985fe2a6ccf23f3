import { posix } from 'node:path';
import { readImports } from './imports.ts';
import { maskComments, maskCommentsAndStrings } from './mask-code.ts';
import { isCode, isTest, lineAt, type SourceFile } from './source-files.ts';
import { sqlFiles, sqlFolders, unwrapping } from './sql-files.ts';

const dataFile = 'tools/sql-files.ts';

/** The import of kysely's `sql` tag, under whatever local name. */
const sqlImport = /^import\s+\{[^}]*\bsql\b[^}]*\}\s*from\s*'kysely'/gm;
const builderCalls =
  /\.\s*(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(/g;

/** One line per use of SQL outside the server's stores; empty if there is none. */
export function checkSql(files: SourceFile[], reviewed: { file: string }[] = sqlFiles): string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  for (const { path, text } of files.filter(({ path }) => isServerCode(path))) {
    const places = isExempt(path) ? [] : sqlPlaces(text);
    if (places.length > 0 && reviewed.some(({ file }) => file === path)) used.add(path);
    else {
      faults.push(
        ...places.map(
          ({ line, what }) =>
            `${path}:${line} ${what} outside a store; move the statement into a *.store.ts file`,
        ),
      );
    }
    faults.push(...unwrapFaults(path, text));
  }
  const idle = reviewed.filter(({ file }) => !used.has(file));
  return [
    ...faults,
    ...idle.map(({ file }) => `${dataFile} lists ${file}, which has no SQL; remove the line`),
  ];
}

function isServerCode(path: string): boolean {
  return path.startsWith('server/src/') && isCode(path) && !isTest(path);
}

function isExempt(path: string): boolean {
  return path.endsWith('.store.ts') || sqlFolders.some((folder) => path.startsWith(folder));
}

function sqlPlaces(text: string): { line: number; what: string }[] {
  const imports = [...maskComments(text).matchAll(sqlImport)].map(({ index }) => ({
    line: lineAt(text, index),
    what: 'imports sql',
  }));
  const calls = [...maskCommentsAndStrings(text).matchAll(builderCalls)].map(({ index, 1: name }) => ({
    line: lineAt(text, index),
    what: `calls ${name}`,
  }));
  return [...imports, ...calls];
}

/** Only a few files may unwrap a Kysely instance, because it can write without a transaction. */
function unwrapFaults(path: string, text: string): string[] {
  if (unwrapping.importedBy.some((folder) => path.startsWith(folder))) return [];
  return readImports(text)
    .filter(
      ({ specifier }) =>
        specifier.startsWith('.') && posix.join(posix.dirname(path), specifier) === unwrapping.file,
    )
    .map(
      ({ line }) => `${path}:${line} takes a Kysely out of a Db; write in a transaction, read by readRows`,
    );
}
