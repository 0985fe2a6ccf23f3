/**
 * `npm run test:deep`: each product in full, process kills, full disks, failovers, the previous release,
 * third-party programs, the cost of calls, journeys that take long, the statements run by all of these, and the
 * quick benchmarks. `-- --changed` skips what cannot be affected by the changes since `origin/main`, or since
 * the commit given after it; if the changes cannot be determined, nothing is skipped.
 */
import { runBrowserTests } from './browser-tests.ts';
import { type Changes, changedSince } from './changed-files.ts';
import { collectStatements } from './collect-statements.ts';
import { DEEP_JOURNEYS, deepTestsOf, reachedPrograms } from './deep-tests.ts';
import { productOf } from './products.ts';
import { runProgram } from './run-program.ts';
import { readSourceFiles } from './source-files.ts';
import { type Part, QUICK_BENCH, reportParts, runQuickBench, runTests } from './test-parts.ts';

const [option, main = 'origin/main'] = process.argv.slice(2);
const files = await readSourceFiles('.');
const all = [...deepTestsOf(files), QUICK_BENCH];
const changes: Changes = option === '--changed' ? await changedSince(main) : { unknown: 'all was asked for' };
const chosen = 'files' in changes ? reachedPrograms(all, changes.files, files) : all;
const why = 'files' in changes ? `reached by ${changes.files.length} changed files` : changes.unknown;
console.log(`${chosen.length} of ${all.length} deep programs: ${why}`);

const journeys = chosen.filter((path) => path.startsWith(DEEP_JOURNEYS));
const tests = chosen.filter((path) => path !== QUICK_BENCH && !journeys.includes(path));
const ofProducts = tests.filter((path) => productOf(path) !== null);
const others = tests.filter((path) => !ofProducts.includes(path));
const parts: Part[] = [];
if (tests.length + journeys.length > 0) {
  const statements = await collectStatements();
  // Kills and full disks have the machine for themselves.
  if (others.length > 0) parts.push(await runServerTests(others));
  const beside = [
    ...(ofProducts.length > 0 ? [runProductTests(ofProducts)] : []),
    ...(journeys.length > 0 ? [runJourneys(journeys)] : []),
  ];
  parts.push(...(await Promise.all(beside)));
  const isWhole = chosen.length === all.length;
  parts.push({ name: 'statements', counts: await statements.judge(isWhole ? 'deep' : 'part') });
}
if (chosen.includes(QUICK_BENCH)) parts.push(await runQuickBench());
reportParts(parts);

async function runServerTests(files: string[]): Promise<Part> {
  // If these programs are missing, their tests are skipped; the script reports why.
  if (files.some((path) => path.startsWith('server/src/interop/')))
    await runProgram(['server/src/interop/fetch-programs.ts'], 'show');
  return runTests(['--project', 'server', ...files]);
}

async function runProductTests(files: string[]): Promise<Part> {
  return { ...(await runTests(files, 'yields')), name: 'products' };
}

/** One of them runs in Firefox. Where that is missing it is skipped, and says so. */
async function runJourneys(files: string[]): Promise<Part> {
  await runProgram(['e2e/program/make-sure-of-firefox.ts'], 'show');
  return runBrowserTests('e2e/deep.config.ts', files);
}
