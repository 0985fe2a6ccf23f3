import { relative } from 'node:path';

export type FileTime = { file: string; seconds: number };

type VitestReport = { testResults: { name: string; startTime: number; endTime: number }[] };

/** Duration of each file in vitest's JSON report. */
export function timesOfTests(report: string | null, root: string): FileTime[] {
  if (report === null) return [];
  const { testResults }: VitestReport = JSON.parse(report);
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: Math.max(0, endTime - startTime) / 1000,
  }));
}

type BrowserSuite = {
  file: string;
  suites?: BrowserSuite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
};

/** The same for Playwright's JSON report: the sum over a file's tests, including retries. */
export function timesOfBrowserTests(report: string | null, folder: string): FileTime[] {
  if (report === null) return [];
  const { suites }: { suites: BrowserSuite[] } = JSON.parse(report);
  return suites.map((suite) => ({ file: `${folder}/${suite.file}`, seconds: millisecondsOf(suite) / 1000 }));
}

function millisecondsOf({ suites = [], specs }: BrowserSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own);
}

/** One line per file, the slowest first. */
export function describeSlowest(files: FileTime[], count: number): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
}
