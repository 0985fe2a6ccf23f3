export type Counts = { passed: number; failed: number; skipped: number };

export function sumCounts(counts: Counts[]): Counts {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

/**
 * Counts the tests of vitest's JSON report. A file that breaks before its first test counts as one failure, and so
 * does a run that failed for a reason outside of the tests, as an unhandled rejection is.
 */
export function countTests(report: string | null, exitCode: number): Counts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const parsed: VitestReport = JSON.parse(report);
  const brokenFiles = parsed.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const failed = parsed.numFailedTests + brokenFiles.length;
  return {
    passed: parsed.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

type BrowserReport = {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** The same for the JSON report of Playwright; what passed when it was repeated has passed, as its config has it. */
export function countBrowserTests(report: string | null, exitCode: number): Counts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const { errors, stats }: BrowserReport = JSON.parse(report);
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}
