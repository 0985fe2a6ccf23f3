import type { SourceProblem } from '../features/transfer/mail-source.ts';
import type { Terminal } from './progress.ts';

const TOLD_AT_MOST = 100;

/** Lists the problems at the end, where they are seen; returns the exit code. */
export function printProblems(problems: SourceProblem[], what: string, err: Terminal): number {
  if (problems.length === 0) return 0;
  err.write(`${problems.length} ${what}:\n`);
  for (const problem of problems.slice(0, TOLD_AT_MOST)) err.write(`  ${problem.what}: ${problem.reason}\n`);
  if (problems.length > TOLD_AT_MOST) err.write(`  and ${problems.length - TOLD_AT_MOST} more\n`);
  return 1;
}
