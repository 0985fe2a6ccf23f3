import { expect, test } from 'vitest';
import { countBrowserTests, countTests, describeCounts, sumCounts } from './test-counts.ts';

function report(
  numPassedTests: number,
  numFailedTests: number,
  files: { status: string; tests: string[] }[],
): string {
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((testStatus) => ({ status: testStatus })),
  }));
  return JSON.stringify({ numPassedTests, numFailedTests, numPendingTests: 1, numTodoTests: 0, testResults });
}

test('the tests of a run are counted', () => {
  const text = report(1, 1, [{ status: 'failed', tests: ['passed', 'failed', 'pending'] }]);
  expect(countTests(text, 1)).toEqual({ passed: 1, failed: 1, skipped: 1, repeated: [] });
});

test('a test that passed when it was repeated has passed, and is named', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'file counts', failureMessages: ['expected 21 to be 20\n    at counts'] },
    { status: 'passed', fullName: 'file lists', failureMessages: [] },
    { status: 'failed', fullName: 'file sorts', failureMessages: ['expected 1 to be 2'] },
  ];
  const text = JSON.stringify({
    ...JSON.parse(report(2, 1, [])),
    testResults: [{ status: 'failed', assertionResults }],
  });
  expect(countTests(text, 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    repeated: ['file counts (expected 21 to be 20)'],
  });
});

test('of a repeated test all that differed is told, on one line of bounded length', () => {
  const message = [
    'Error: what the browser complained of',
    '',
    '\u001b[2mexpect(\u001b[22mreceived).toEqual(expected)',
    '',
    '- Expected  - 1',
    '+ Received  + 1',
    '+   "401 http://127.0.0.1/passkeys",',
    '    at journey',
  ].join('\n');
  const repeated = (text: string) => {
    const results = [{ error: { message: text } }];
    const specs = [{ title: 'signs out', tests: [{ status: 'flaky', results }] }];
    const stats = { expected: 0, unexpected: 0, flaky: 1, skipped: 0 };
    return countBrowserTests(JSON.stringify({ stats, errors: [], suites: [{ specs }] }), 0).repeated?.[0];
  };
  expect(repeated(message)).toBe(
    'signs out (Error: what the browser complained of expect(received).toEqual(expected) ' +
      '- Expected - 1 + Received + 1 + "401 http://127.0.0.1/passkeys",)',
  );
  expect(repeated('m'.repeat(5_000))).toHaveLength(600);
});

test('a file that breaks before its first test is one failure', () => {
  expect(countTests(report(3, 0, [{ status: 'failed', tests: [] }]), 1)).toMatchObject({
    passed: 3,
    failed: 1,
  });
});

test('a run that fails outside of its tests, or without a report, is one failure', () => {
  expect(countTests(report(3, 0, [{ status: 'passed', tests: ['passed'] }]), 1)).toMatchObject({ failed: 1 });
  expect(countTests(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the summary sums the parts and names skipped and repeated tests only when there are some', () => {
  const sum = sumCounts([
    { passed: 6, failed: 0, skipped: 0 },
    { passed: 400, failed: 2, skipped: 3, repeated: ['loses its network'] },
  ]);
  expect(describeCounts(sum)).toBe('406 passed, 2 failed, 3 skipped, 1 repeated');
  expect(describeCounts({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
});

test('browser tests are counted; one that passed when it was repeated has passed, and is named', () => {
  const results = [{ error: { message: '\u001b[31mno dialog\u001b[39m\n at journey' } }];
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results }] });
  const suites = [
    { specs: [spec('signs in', 'expected')], suites: [{ specs: [spec('loses its network', 'flaky')] }] },
  ];
  const report = (stats: object, errors: object[] = []) => JSON.stringify({ stats, errors, suites });
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countBrowserTests(report(stats), 1)).toEqual({
    passed: 6,
    failed: 1,
    skipped: 2,
    repeated: ['loses its network (no dialog)'],
  });
  const fine = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };
  expect(countBrowserTests(report(fine), 0)).toMatchObject({ passed: 5, failed: 0, skipped: 0 });
  expect(countBrowserTests(report(fine), 1).failed).toBe(1);
  expect(countBrowserTests(report(fine, [{ message: 'no test' }]), 1).failed).toBe(1);
  expect(countBrowserTests(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
