import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { summarizeFailures } from './failure-summary.ts';
import { runProgram } from './run-program.ts';
import { timesOfBrowserTests } from './slowest-files.ts';
import { countBrowserTests } from './test-counts.ts';
import type { Part } from './test-parts.ts';

const REPORT_FILE = 'e2e/.cache/report.json';

/** Runs the journeys of a Playwright configuration, all or the given files, on the client as it is now. */
export async function runBrowserTests(config: string, files: string[] = []): Promise<Part> {
  const name = 'browser';
  await rm(REPORT_FILE, { force: true });
  for (const preparation of ['e2e/program/make-sure-of-chromium.ts', 'tools/build-web.ts']) {
    const { code } = await runProgram([preparation], 'show');
    if (code !== 0) return { name, counts: countBrowserTests(null, code) };
  }
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', config, ...files];
  const { code, output } = await runProgram(playwright, 'show and collect');
  const report = existsSync(REPORT_FILE) ? await readFile(REPORT_FILE, 'utf8') : null;
  return {
    name,
    counts: countBrowserTests(report, code),
    files: timesOfBrowserTests(report, 'e2e/journeys'),
    failures: summarizeFailures(output),
  };
}
