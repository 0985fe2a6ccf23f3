/**
 * `npm test`: the checks, all tests except the deep ones, the browser tests, and the statements run by them.
 * At the end it lists the slowest files, the failures, and the tests that passed only on a retry; the last
 * line is the total.
 */
import { runBrowserTests } from './browser-tests.ts';
import { collectStatements } from './collect-statements.ts';
import { DEEP_JOURNEYS, deepTestsOf } from './deep-tests.ts';
import { runChecks } from './run-checks.ts';
import { readSourceFiles } from './source-files.ts';
import { type Part, reportParts, runTests } from './test-parts.ts';

const statements = await collectStatements();
// Journeys leave the processors idle for a third of their time; the others take it, and no page answers later for it.
const [[checks, tests], browserTests] = await Promise.all([
  runChecksAndTests(),
  runBrowserTests('e2e/playwright.config.ts'),
]);
reportParts([
  checks,
  tests,
  browserTests,
  { name: 'statements', counts: await statements.judge('everyday') },
]);

/** What the checks find is read first. */
async function runChecksAndTests(): Promise<[Part, Part]> {
  const counts = await runChecks('yields');
  const deep = deepTestsOf(await readSourceFiles('.'))
    .filter((path) => !path.startsWith(DEEP_JOURNEYS))
    .flatMap((path) => ['--exclude', path]);
  return [{ name: 'checks', counts: { ...counts, skipped: 0 } }, await runTests(deep, 'yields')];
}
