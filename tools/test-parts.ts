import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarizeFailures } from './failure-summary.ts';
import { type Beside, runProgram } from './run-program.ts';
import { describeSlowest, type FileTime, timesOfTests } from './slowest-files.ts';
import { type Counts, countTests, describeCounts, sumCounts } from './test-counts.ts';

/** The parts of `npm test` and `npm run test:deep`. */
export type Part = { name: string; counts: Counts; files?: FileTime[]; failures?: string[] };

export const QUICK_BENCH = 'bench/src/main.ts';
const root = join(import.meta.dirname, '..');
const SLOWEST_NAMED = 10;
/** A single retry may be the machine's fault; more count as failures in CI. */
const REPEATS_ALLOWED_IN_CI = 1;

/** Runs vitest with the given filter arguments. */
export async function runTests(narrowedBy: string[], beside?: Beside): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'test-report-'));
  const reportFile = join(folder, 'vitest.json');
  try {
    const { code, output } = await runProgram(
      [
        'node_modules/.bin/vitest',
        'run',
        ...narrowedBy,
        '--retry=1',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
      ],
      'show and collect',
      beside,
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

export async function runQuickBench(): Promise<Part> {
  const { code } = await runProgram([QUICK_BENCH, '--quick'], 'show');
  return { name: 'bench', counts: countsOf(code) };
}

/** The counts of a part that passes or fails as a whole. */
export function countsOf(code: number): Counts {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** Prints the slowest files, failures and tests that passed only on a retry; the total comes last. */
export function reportParts(parts: Part[]): void {
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
}
