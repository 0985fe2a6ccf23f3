import { readCitations, readRules } from './rule-ids.ts';
import type { SourceFile } from './source-files.ts';

/** One line for each rule that holds and no test proves, and for each that is to come and proven already. */
export function checkRuleCoverage(files: SourceFile[]): string[] {
  const cited = new Set(readCitations(files).map(({ id }) => id));
  return readRules(files).flatMap(({ id, dropped, toCome, file, line }) => {
    if (!dropped && !toCome && !cited.has(id)) return `${file}:${line} ${id} is cited by no test`;
    if (toCome && cited.has(id)) return `${file}:${line} ${id} is to come no more: a test cites it`;
    return [];
  });
}
