/**
 * `npm test`: the checks, all tests, those in the browser, the statements that they ran, and the quick benchmarks. At its
 * end it names the slowest files, what failed, and what passed only when it was repeated; the last line is the sum.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectStatements } from './collect-statements.ts';
import { summarizeFailures } from './failure-summary.ts';
import { runChecks } from './run-checks.ts';
import { runProgram } from './run-program.ts';
import { describeSlowest, type FileTime, timesOfBrowserTests, timesOfTests } from './slowest-files.ts';
import { type Counts, countBrowserTests, countTests, describeCounts, sumCounts } from './test-counts.ts';

const quickBench = 'bench/src/main.ts';
const root = join(import.meta.dirname, '..');
const SLOWEST_NAMED = 10;
/** One repeat may be the machine's; more are faults, and where CI is set the run fails. */
const REPEATS_ALLOWED_IN_CI = 1;

type Part = { name: string; counts: Counts; files?: FileTime[]; failures?: string[] };

const [checks, browsersCode] = await Promise.all([runChecks(), fetchPrograms()]);
const parts: Part[] = [{ name: 'checks', counts: { ...checks, skipped: 0 } }];
const statements = await collectStatements();
parts.push(await runTests(), await runBrowserTests(), {
  name: 'statements',
  counts: await statements.judge(),
});
if (existsSync(quickBench)) {
  const { code } = await runProgram([quickBench, '--quick'], 'show');
  const counts = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  parts.push({ name: 'bench', counts });
}

const sum = sumCounts(parts.map(({ counts }) => counts));
console.log('\nThe slowest files:');
const files = parts.flatMap((part) => part.files ?? []);
for (const line of describeSlowest(files, SLOWEST_NAMED)) console.log(line);
for (const { failures = [] } of parts) if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
console.log();
for (const { name, counts } of parts) console.log(`${name.padEnd(10)} ${describeCounts(counts)}`);
for (const title of sum.repeated) console.log(`repeated: ${title}`);
const tooManyRepeats = Boolean(process.env.CI) && sum.repeated.length > REPEATS_ALLOWED_IN_CI;
if (tooManyRepeats) console.log(`FAILED: ${sum.repeated.length} tests were repeated; CI allows one.`);
console.log(describeCounts(sum));
if (sum.failed > 0 || tooManyRepeats) process.exitCode = 1;

/**
 * What tests need and the machine lacks: beside the checks, because this waits for the network. One after the other, as
 * apt is for one at a time. Answers the exit code of what fetches the browsers.
 */
async function fetchPrograms(): Promise<number> {
  // Without them their tests are skipped; it says why.
  await runProgram(['server/src/interop/fetch-programs.ts'], 'show');
  const { code } = await runProgram(['e2e/program/make-sure-of-chromium.ts'], 'show');
  if (code !== 0) return code;
  return (await runProgram(['e2e/program/make-sure-of-firefox.ts'], 'show')).code;
}

async function runTests(): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'test-report-'));
  const reportFile = join(folder, 'vitest.json');
  try {
    const { code, output } = await runProgram(
      [
        'node_modules/.bin/vitest',
        'run',
        '--retry=1',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
      ],
      'show and collect',
    );
    const report = existsSync(reportFile) ? await readFile(reportFile, 'utf8') : null;
    return {
      name: 'tests',
      counts: countTests(report, code),
      files: timesOfTests(report, root),
      failures: summarizeFailures(output),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runBrowserTests(): Promise<Part> {
  const name = 'browser';
  const reportFile = 'e2e/.cache/report.json';
  await rm(reportFile, { force: true });
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
