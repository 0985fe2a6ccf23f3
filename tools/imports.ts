import { maskComments } from './mask-comments.ts';
import { lineAt } from './source-files.ts';

export type Import = { specifier: string; line: number };

const statements = [
  // import a, { b } from 'x' · import type { A } from 'x' · import * as a from 'x'
  /^import\s+[\w$*{}\s,]+?\s*from\s*['"]([^'"\n]+)['"]/gm,
  // import 'x'
  /^import\s*['"]([^'"\n]+)['"]/gm,
  // export { a } from 'x' · export * from 'x'
  /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\s*['"]([^'"\n]+)['"]/gm,
  // import('x'), also in types
  /\bimport\(\s*['"]([^'"\n]+)['"]/g,
  // new URL('./worker.ts', import.meta.url)
  /\bnew URL\(\s*['"](\.[^'"\n]+\.[cm]?[jt]sx?)['"],\s*import\.meta\.url/g,
];

/** What a file imports, type imports included. Formatted code is assumed: a statement begins its line. */
export function readImports(code: string): Import[] {
  const text = maskComments(code);
  return statements
    .flatMap((statement) => [...text.matchAll(statement)])
    .map((match) => ({ specifier: match[1] ?? '', line: lineAt(text, match.index) }))
    .sort((a, b) => a.line - b.line);
}
