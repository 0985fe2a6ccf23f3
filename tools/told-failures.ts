/** Where vitest and Playwright begin to tell at their end what failed, and where they stop. */
const BEGINNINGS = /⎯ (Failed (Tests|Suites)|Unhandled \w+)|^ +1\) /;
const ENDS = /^ *(Test Files |\d+ (failed|flaky|passed))/;

const LINES_TOLD = 60;

/** What a run said of its failures, in so few lines that it can be said again after everything else. */
export function toldFailures(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const from = lines.findIndex((line) => BEGINNINGS.test(line));
  if (from < 0) return [];
  const to = lines.findIndex((line, index) => index > from && ENDS.test(line));
  const told = lines.slice(from, to < 0 ? undefined : to).filter((line) => line !== '');
  return told.length > LINES_TOLD
    ? [...told.slice(0, LINES_TOLD), `(and ${told.length - LINES_TOLD} lines more)`]
    : told;
}
