/**
 * `npm test`: the checks, all tests except the deep ones, the browser tests, and the statements run by them.
 * At the end it lists the slowest files, the failures, and the tests that passed only on a retry; the last
 * line is the total.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { collectStatements } from './collect-statements.ts';
import { DEEP_GLOBS } from './deep-tests.ts';
import { summarizeFailures } from './failure-summary.ts';
import { runChecks } from './run-checks.ts';
import { runProgram } from './run-program.ts';
import { timesOfBrowserTests } from './slowest-files.ts';
import { countBrowserTests } from './test-counts.ts';
import { type Part, reportParts, runTests } from './test-parts.ts';

const statements = await collectStatements();
// Journeys leave the processors idle for a third of their time; the others take it, and no page answers later for it.
const [[checks, tests], browserTests] = await Promise.all([runChecksAndTests(), runBrowserTests()]);
reportParts([
  checks,
  tests,
  browserTests,
  { name: 'statements', counts: await statements.judge('everyday') },
]);

/** What the checks find is read first. */
async function runChecksAndTests(): Promise<[Part, Part]> {
  const counts = await runChecks('yields');
  const deep = DEEP_GLOBS.flatMap((glob) => ['--exclude', glob]);
  return [{ name: 'checks', counts: { ...counts, skipped: 0 } }, await runTests(deep, 'yields')];
}

/** What the machine lacks. One after the other, as apt is for one at a time. Answers the exit code. */
async function fetchBrowsers(): Promise<number> {
  const { code } = await runProgram(['e2e/program/make-sure-of-chromium.ts'], 'show');
  if (code !== 0) return code;
  return (await runProgram(['e2e/program/make-sure-of-firefox.ts'], 'show')).code;
}

async function runBrowserTests(): Promise<Part> {
  const name = 'browser';
  const reportFile = 'e2e/.cache/report.json';
  await rm(reportFile, { force: true });
  const browsersCode = await fetchBrowsers();
  if (browsersCode !== 0) return { name, counts: countBrowserTests(null, browsersCode) };
  const built = await runProgram(['tools/build-web.ts'], 'show');
  if (built.code !== 0) return { name, counts: countBrowserTests(null, built.code) };
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const { code, output } = await runProgram(playwright, 'show and collect');
  const report = existsSync(reportFile) ? await readFile(reportFile, 'utf8') : null;
  return {
    name,
    counts: countBrowserTests(report, code),
    files: timesOfBrowserTests(report, 'e2e/journeys'),
    failures: summarizeFailures(output),
  };
}
