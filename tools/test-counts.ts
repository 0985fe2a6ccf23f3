import { stripVTControlCharacters } from 'node:util';

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Flaky tests, which passed only on a retry: the title, and the first failure. */
  repeated?: readonly string[];
};

export function sumCounts(counts: Counts[]): Required<Counts> {
  return counts.reduce<Required<Counts>>(
    (sum, { passed, failed, skipped, repeated = [] }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      repeated: [...sum.repeated, ...repeated],
    }),
    { passed: 0, failed: 0, skipped: 0, repeated: [] },
  );
}

export function describeCounts({ passed, failed, skipped, repeated = [] }: Counts): string {
  const more = [
    [skipped, 'skipped'],
    [repeated.length, 'repeated'],
  ] as const;
  const told = more.flatMap(([count, word]) => (count > 0 ? `, ${count} ${word}` : []));
  return `${passed} passed, ${failed} failed${told.join('')}`;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};

/**
 * Counts the tests of vitest's JSON report. A test that passed on a retry counts as passed and is named. A
 * file that fails before its first test counts as one failure, and so does a run that failed outside of the
 * tests, as with an unhandled rejection.
 */
export function countTests(report: string | null, exitCode: number): Counts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const parsed: VitestReport = JSON.parse(report);
  const brokenFiles = parsed.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const failed = parsed.numFailedTests + brokenFiles.length;
  const repeated = parsed.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(
      ({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0,
    ),
  );
  return {
    passed: parsed.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
    repeated: repeated.map(({ fullName = '', failureMessages }) =>
      withReason(fullName, failureMessages?.[0]),
    ),
  };
}

const MOST_TOLD = 600;

type BrowserTest = { status: string; results: { error?: { message?: string } }[] };
type BrowserSuite = { suites?: BrowserSuite[]; specs: { title: string; tests: BrowserTest[] }[] };

type BrowserReport = {
  suites: BrowserSuite[];
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** The same for Playwright's JSON report. */
export function countBrowserTests(report: string | null, exitCode: number): Counts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const { errors, stats, suites }: BrowserReport = JSON.parse(report);
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: stats.skipped,
    repeated: suites.flatMap(repeatedIn),
  };
}

function repeatedIn({ suites = [], specs }: BrowserSuite): string[] {
  const own = specs.flatMap(({ title, tests }) => {
    const flaky = tests.find(({ status }) => status === 'flaky');
    return flaky ? [withReason(title, flaky.results[0]?.error?.message)] : [];
  });
  return [...own, ...suites.flatMap(repeatedIn)];
}

/** The message without its stack, on one line. */
function withReason(title: string, message = ''): string {
  const [said = ''] = stripVTControlCharacters(message).split(/^ +at /m, 1);
  const reason = said.trim().replaceAll(/\s+/g, ' ');
  if (!reason) return title;
  const told = `${title} (${reason})`;
  return told.length > MOST_TOLD ? `${told.slice(0, MOST_TOLD - 2)}…)` : told;
}
