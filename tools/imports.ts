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

/**
 * A worker or child process started by `new URL('./worker.ts', import.meta.url)`; other URLs name files that
 * are read.
 */
const fileAddress = new RegExp(`\\bnew URL\\(\\s*${quoted},\\s*import\\.meta\\.url`, 'dg');

/**
 * The imports of a file, type imports included. Assumes formatted code, in which a statement starts its line.
 */
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
