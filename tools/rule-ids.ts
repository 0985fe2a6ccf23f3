import { maskCommentsAndStrings } from './mask-code.ts';
import { isTest, lineAt, type SourceFile } from './source-files.ts';

export type Rule = {
  id: string;
  holder: 'server' | 'web' | 'both';
  dropped: boolean;
  file: string;
  line: number;
};
export type Citation = { id: string; file: string; line: number };

const rulesFolder = 'docs/rules/';

/** Rules are the lines `- **ID** text (holder)` in docs/rules. */
export function readRules(files: SourceFile[]): Rule[] {
  return files
    .filter(({ path }) => path.startsWith(rulesFolder) && path !== `${rulesFolder}README.md`)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^- \*\*([A-Z]{2}-\d+)\*\* (.*?)(?: \((server|web|both)\))?$/gm)].map((match) => ({
        id: match[1] ?? '',
        holder: (match[3] ?? 'both') as Rule['holder'],
        dropped: /\bdropped\b/.test(match[2] ?? ''),
        file: path,
        line: lineAt(text, match.index),
      })),
    );
}

/** The rule ids at the start of test and describe titles. */
export function readCitations(files: SourceFile[]): Citation[] {
  return files
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) => {
      const masked = maskCommentsAndStrings(text);
      return [...masked.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(/g)].flatMap((call) => {
        const title = titleAfter(text, masked, call.index + call[0].length);
        const ids = title.match(/^[A-Z]{2}-\d+(?:,? [A-Z]{2}-\d+)*(?= )/)?.[0] ?? '';
        return ids
          .split(/,? /)
          .filter(Boolean)
          .map((id) => ({ id, file: path, line: lineAt(text, call.index) }));
      });
    });
}

/** Reads the string at `from`, or after the first parentheses as in `test.each(cases)('title')`. */
function titleAfter(text: string, masked: string, from: number): string {
  const opening = /\s*(['"`])/y;
  for (const start of [from, closingBracket(masked, from) + 1]) {
    opening.lastIndex = start;
    const quote = opening.exec(masked)?.[1];
    if (quote) return text.slice(opening.lastIndex, masked.indexOf(quote, opening.lastIndex));
  }
  return '';
}

function closingBracket(masked: string, from: number): number {
  let depth = 1;
  let index = from;
  for (; index < masked.length && depth > 0; index += 1) {
    if (masked[index] === '(') depth += 1;
    if (masked[index] === ')') depth -= 1;
  }
  return index;
}

/** One line per rule that is duplicated or in the wrong file, and per test that cites an unknown rule. */
export function checkRuleIds(files: SourceFile[]): string[] {
  const faults: string[] = [];
  const rules = new Map<string, Rule>();
  for (const rule of readRules(files)) {
    const first = rules.get(rule.id);
    if (first)
      faults.push(`${rule.file}:${rule.line} ${rule.id} stands already in ${first.file}:${first.line}`);
    if (!rule.id.startsWith(`${prefixOfFile(rule.file)}-`)) {
      faults.push(`${rule.file}:${rule.line} ${rule.id} belongs into the file of its prefix`);
    }
    rules.set(rule.id, rule);
  }
  for (const { id, file, line } of readCitations(files)) {
    const rule = rules.get(id);
    if (!rule) faults.push(`${file}:${line} cites ${id}, which is no rule of ${rulesFolder}`);
    else if (rule.dropped) faults.push(`${file}:${line} cites ${id}, which is dropped`);
  }
  return faults;
}

/**
 * One line per rule that no test cites and no list excuses, and per excuse that is no longer needed. An
 * excuse names a rule, or a prefix for all of its rules.
 */
export function checkCoverage(files: SourceFile[], excused: readonly string[]): string[] {
  const cited = new Set(readCitations(files).map(({ id }) => id));
  const uncited = readRules(files).filter(({ id, dropped }) => !dropped && !cited.has(id));
  const prefixOf = (id: string) => id.split('-')[0] as string;
  const faults = uncited
    .filter(({ id }) => !excused.includes(id) && !excused.includes(prefixOf(id)))
    .map(({ id, file, line }) => `${file}:${line} ${id} is cited by no test`);
  const needed = new Set(uncited.flatMap(({ id }) => [id, prefixOf(id)]));
  for (const excuse of excused) {
    if (!needed.has(excuse)) faults.push(`tools/uncited-rules.ts excuses ${excuse}, which a test cites`);
  }
  return faults;
}

function prefixOfFile(file: string): string {
  return file.slice(rulesFolder.length, -'.md'.length);
}
