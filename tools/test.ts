/** `npm test`: the checks, all tests, those in the browser, and the quick benchmarks. The last line is their sum. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './run-checks.ts';
import { runProgram } from './run-program.ts';
import { type Counts, countBrowserTests, countTests, describeCounts, sumCounts } from './test-counts.ts';

const quickBench = 'bench/src/main.ts';

const parts: { name: string; counts: Counts }[] = [
  { name: 'checks', counts: { ...(await runChecks()), skipped: 0 } },
  { name: 'tests', counts: await runTests() },
  { name: 'browser', counts: await runBrowserTests() },
];
if (existsSync(quickBench)) {
  const { code } = await runProgram([quickBench, '--quick'], 'show');
  parts.push({
    name: 'bench',
    counts: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 },
  });
}

const sum = sumCounts(parts.map(({ counts }) => counts));
console.log();
for (const { name, counts } of parts) console.log(`${name.padEnd(8)} ${describeCounts(counts)}`);
for (const title of sum.repeated) console.log(`repeated: ${title}`);
console.log(describeCounts(sum));
if (sum.failed > 0) process.exitCode = 1;

async function runTests(): Promise<Counts> {
  // Without them their tests are skipped; it says why.
  await runProgram(['server/src/interop/fetch-programs.ts'], 'show');
  const folder = await mkdtemp(join(tmpdir(), 'test-report-'));
  const reportFile = join(folder, 'vitest.json');
  try {
    const { code } = await runProgram(
      [
        'node_modules/.bin/vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
      ],
      'show',
    );
    const report = existsSync(reportFile) ? await readFile(reportFile, 'utf8') : null;
    return countTests(report, code);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runBrowserTests(): Promise<Counts> {
  const reportFile = 'e2e/.cache/report.json';
  await rm(reportFile, { force: true });
  for (const preparation of ['e2e/program/make-sure-of-chromium.ts', 'tools/build-web.ts']) {
    const { code } = await runProgram([preparation], 'show');
    if (code !== 0) return countBrowserTests(null, code);
  }
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const { code } = await runProgram(playwright, 'show');
  const report = existsSync(reportFile) ? await readFile(reportFile, 'utf8') : null;
  return countBrowserTests(report, code);
}
