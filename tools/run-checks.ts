import { type AuditResult, checkAudit } from './check-audit.ts';
import { checkBoundaries, describeRooms } from './check-boundaries.ts';
import { checkMigrationRules } from './check-migration-rules.ts';
import { checkMigrations } from './check-migrations.ts';
import { checkSelectors } from './check-selectors.ts';
import { checkSql } from './check-sql.ts';
import { checkTableOwners } from './check-table-owners.ts';
import { checkText } from './check-text.ts';
import { checkTokens } from './check-tokens.ts';
import { checkWords, type Words } from './check-words.ts';
import { checkCoverage, checkRuleIds } from './rule-ids.ts';
import { type Beside, runProgram } from './run-program.ts';
import { readSourceFiles, type SourceFile } from './source-files.ts';
import { EXCUSED } from './uncited-rules.ts';

type Check = { name: string; run: (beside?: Beside) => Promise<string>; describe?: () => Promise<string> };

const sourceFiles: Promise<SourceFile[]> = readSourceFiles('.');
const audit: Promise<AuditResult> = checkAudit();

/** Each check returns its faults as text, or an empty string. */
const checks: Check[] = [
  { name: 'types', run: (beside) => typeErrorsOf('.', beside) },
  { name: 'types of web', run: (beside) => typeErrorsOf('web', beside) },
  { name: 'types of e2e', run: (beside) => typeErrorsOf('e2e', beside) },
  {
    name: 'lint and format',
    run: (beside) =>
      complaintsOf(
        ['node_modules/.bin/biome', 'check', '--error-on-warnings', '--diagnostic-level=warn'],
        beside,
      ),
  },
  {
    name: 'unused code',
    run: (beside) => complaintsOf(['node_modules/.bin/knip', '--no-progress'], beside),
  },
  {
    name: 'imports',
    run: async () => checkBoundaries(await sourceFiles).join('\n'),
    describe: async () => describeRooms(await sourceFiles),
  },
  { name: 'sql', run: async () => checkSql(await sourceFiles).join('\n') },
  { name: 'table owners', run: async () => checkTableOwners(await sourceFiles).join('\n') },
  { name: 'selectors', run: async () => checkSelectors(await sourceFiles).join('\n') },
  { name: 'design tokens', run: async () => checkTokens(await sourceFiles).join('\n') },
  { name: 'forbidden text', run: async () => checkText(await sourceFiles).join('\n') },
  { name: 'migrations', run: async () => checkMigrations(await sourceFiles).join('\n') },
  { name: 'migration rules', run: async () => (await checkMigrationRules(await sourceFiles)).join('\n') },
  { name: 'words', run: wordFaults },
  {
    name: 'vulnerabilities',
    run: async () => (await audit)?.faults.join('\n') ?? '',
    describe: async () => ((await audit) === null ? 'not known: the registry answers no audit' : ''),
  },
  {
    name: 'rule ids',
    run: async () =>
      [...checkRuleIds(await sourceFiles), ...checkCoverage(await sourceFiles, EXCUSED)].join('\n'),
  },
];

async function wordFaults(): Promise<string> {
  try {
    return checkWords(await sourceFiles, await wordsOf('vi'), await wordsOf('en')).join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Imported dynamically, so that words that fail to load fail only their own check. */
async function wordsOf(language: 'vi' | 'en'): Promise<Words> {
  const load = (name: string) => import(new URL(`../web/src/i18n/${name}.ts`, import.meta.url).href);
  const [say, first, { threadDetail }, later] = await Promise.all([
    load('say'),
    load(language),
    load(`${language}/thread-detail`),
    load(`${language}-later`),
  ]);
  const words = {};
  for (const part of [first[language], { threadDetail }, later[`${language}Later`]])
    say.addWords(words, part);
  return words;
}

/**
 * Single-threaded: by default each of the compiler's four checkers resolves the library types again, which
 * doubles the processor time, and the checks running in parallel keep the other cores busy anyway.
 */
function typeErrorsOf(project: string, beside?: Beside): Promise<string> {
  return complaintsOf(['node_modules/.bin/tsc', '-p', project, '--singleThreaded'], beside);
}

async function complaintsOf(program: string[], beside?: Beside): Promise<string> {
  const { code, output } = await runProgram(program, 'collect', beside);
  return code === 0 ? '' : output || `ended with code ${code}`;
}

/** Runs all checks concurrently, prints one line for each, and finally the output of those that failed. */
export async function runChecks(beside?: Beside): Promise<{ passed: number; failed: number }> {
  const started = performance.now();
  const results = await Promise.all(
    checks.map(async ({ name, run, describe }) => {
      const complaints = await run(beside);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const numbers = describe ? `  ${await describe()}` : '';
      console.log(
        `${complaints === '' ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s${numbers}`,
      );
      return { name, complaints };
    }),
  );
  const failures = results.filter(({ complaints }) => complaints !== '');
  for (const { name, complaints } of failures) console.log(`\n${name}:\n${complaints.trimEnd()}`);
  return { passed: results.length - failures.length, failed: failures.length };
}
