import { expect, test } from 'vitest';
import { describeSlowest, timesOfBrowserTests, timesOfTests } from './slowest-files.ts';

test('the time of a file is read from the reports of both runners', () => {
  const vitest = { testResults: [{ name: '/repo/server/a.test.ts', startTime: 1000, endTime: 3500 }] };
  expect(timesOfTests(JSON.stringify(vitest), '/repo')).toEqual([{ file: 'server/a.test.ts', seconds: 2.5 }]);

  const spec = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const inner = { file: 'b.test.ts', specs: [spec(1000)] };
  const playwright = { suites: [{ file: 'b.test.ts', specs: [spec(2000, 500)], suites: [inner] }] };
  expect(timesOfBrowserTests(JSON.stringify(playwright), 'e2e/journeys')).toEqual([
    { file: 'e2e/journeys/b.test.ts', seconds: 3.5 },
  ]);
});

test('a run without a report has no times', () => {
  expect([timesOfTests(null, '/repo'), timesOfBrowserTests(null, 'e2e')]).toEqual([[], []]);
});

test('the slowest files are named, the slowest first', () => {
  const files = [
    { file: 'a', seconds: 1.04 },
    { file: 'b', seconds: 12 },
    { file: 'c', seconds: 0.1 },
  ];
  expect(describeSlowest(files, 2)).toEqual(['  12.0 s  b', '   1.0 s  a']);
});
