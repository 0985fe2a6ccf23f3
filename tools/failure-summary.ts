/** Where vitest and Playwright begin at their end to list what failed, and where the list ends. */
const BEGINNINGS = /⎯ (Failed (Tests|Suites)|Unhandled \w+)|^ +1\) /;
const ENDS = /^ *(Test Files |\d+ (failed|flaky|passed))/;

const MOST_LINES = 60;

/** The failures that a run listed, shortened, to be printed again after everything else. */
export function summarizeFailures(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const from = lines.findIndex((line) => BEGINNINGS.test(line));
  if (from < 0) return [];
  const to = lines.findIndex((line, index) => index > from && ENDS.test(line));
  const summary = lines.slice(from, to < 0 ? undefined : to).filter((line) => line !== '');
  return summary.length > MOST_LINES
    ? [...summary.slice(0, MOST_LINES), `(and ${summary.length - MOST_LINES} lines more)`]
    : summary;
}
