import { maskCommentsAndStrings } from './mask-code.ts';
import { isCode, lineAt } from './source-files.ts';

export type Import = { specifier: string; line: number };

const quoted = /['"]([^'"\n]+)['"]/.source;

const statements = [
  // import a, { b } from 'x' · import type { A } from 'x' · import * as a from 'x'
  new RegExp(`^import\\s+[\\w$*{}\\s,]+?\\s*from\\s*${quoted}`, 'dgm'),
  // import 'x'
  new RegExp(`^import\\s*${quoted}`, 'dgm'),
  // export { a } from 'x' · export * from 'x'
  new RegExp(`^export\\s+(?:type\\s+)?(?:\\*(?:\\s+as\\s+[\\w$]+)?|\\{[^}]*\\})\\s*from\\s*${quoted}`, 'dgm'),
  // import('x'), also in types
  new RegExp(`\\bimport\\(\\s*${quoted}`, 'dg'),
];

/** A worker or a child process: new URL('./worker.ts', import.meta.url); other addresses name files to read. */
const fileAddress = new RegExp(`\\bnew URL\\(\\s*${quoted},\\s*import\\.meta\\.url`, 'dg');

/** What a file imports, type imports included. Formatted code is assumed: a statement begins its line. */
export function readImports(code: string): Import[] {
  const masked = maskCommentsAndStrings(code);
  const imports = statements.flatMap((statement) => found(statement));
  const programs = found(fileAddress).filter(({ specifier }) => isCode(specifier));
  return [...imports, ...programs].sort((a, b) => a.line - b.line);

  function found(pattern: RegExp): Import[] {
    return [...masked.matchAll(pattern)].map((match) => ({
      specifier: code.slice(...(match.indices?.[1] ?? [0, 0])),
      line: lineAt(code, match.index),
    }));
  }
}
