/** Start and end of the failure list at the end of the output of vitest and Playwright. */
const BEGINNINGS = /⎯ (Failed (Tests|Suites)|Unhandled \w+)|^ +1\) /;
const ENDS = /^ *(Test Files |\d+ (failed|flaky|passed))/;

const MOST_LINES = 60;

/** The failure list of a run, shortened, to be repeated after all other output. */
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
