import { expect, test } from 'vitest';
import { summarizeFailures } from './failure-summary.ts';

test('a rejection that nobody handled is in the summary, though every test passed', () => {
  const output = [
    ' ✓ |web| a.test.ts (1 test) 4ms',
    '',
    '⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯',
    'Vitest caught 1 unhandled error during the test run.',
    'Error: the connection was closed',
    '',
    ' Test Files  1 passed (1)',
    '      Tests  1 passed (1)',
  ].join('\n');
  expect(summarizeFailures(output)).toEqual([
    '⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯',
    'Vitest caught 1 unhandled error during the test run.',
    'Error: the connection was closed',
  ]);
});

test('a journey that failed is in the summary with its error', () => {
  const output = [
    '  ✘  1 a.test.ts:3:1 › opens (2s)',
    '',
    '  1) a.test.ts:3:1 › opens ',
    '',
    '    Error: not there',
    '',
    '  1 failed',
  ];
  expect(summarizeFailures(output.join('\n'))).toEqual([
    '  1) a.test.ts:3:1 › opens',
    '    Error: not there',
  ]);
});

test('of many lines the first are kept', () => {
  const output = ['⎯ Failed Tests 90 ⎯', ...Array.from({ length: 90 }, (_, line) => `line ${line}`)].join(
    '\n',
  );
  expect(summarizeFailures(output)).toHaveLength(61);
  expect(summarizeFailures(output).at(-1)).toBe('(and 31 lines more)');
});

test('where nothing failed, the summary is empty', () => {
  expect(summarizeFailures(' Test Files  1 passed (1)\n')).toEqual([]);
});
