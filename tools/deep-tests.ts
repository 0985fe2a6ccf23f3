import { resolveImport } from './check-boundaries.ts';
import { readImports } from './imports.ts';
import { productOf } from './products.ts';
import { isCode, isTest, type SourceFile } from './source-files.ts';

/**
 * Files and folders that `npm run test:deep` runs, with the quick benchmarks and what starts the program or draws
 * screens for one product, and `npm test` skips; CONTRIBUTING explains why.
 */
export const DEEP: readonly string[] = [
  'server/src/fault-tests/',
  'server/src/interop/',
  'server/src/config/check-start.test.ts',
  'server/src/contacts/vcard/hostile-cards.test.ts',
  'server/src/demo-world/seed-demo.test.ts',
  'server/src/dev.test.ts',
  'server/src/features/backup/backup.test.ts',
  'server/src/features/backup/restore-again.test.ts',
  'server/src/features/delivery/cost-of-mail.test.ts',
  'server/src/features/delivery/hostile-mail.test.ts',
  'server/src/features/directory/many-people.test.ts',
  'server/src/features/newsletters/many-newsletters.test.ts',
  'server/src/features/people/hand-over-meetings.test.ts',
  'server/src/features/push/silent-service.test.ts',
  'server/src/features/scrub/scrub.test.ts',
  'server/src/features/transfer/move-in/move-in.test.ts',
  'server/src/features/transfer/transfer.test.ts',
  'server/src/http-cost.test.ts',
  'server/src/http-fuzz.test.ts',
  'server/src/mail/mailbox/large-mailbox.test.ts',
  'server/src/mail/mailbox/random-acts.test.ts',
  'server/src/mail/rebuild/rebuild.test.ts',
  'server/src/platform/blobs/blob-store.test.ts',
  'server/src/platform/db/embedded-postgres.test.ts',
  'server/src/platform/db/postgres-cluster.test.ts',
  'server/src/platform/db/stalls.test.ts',
  'server/src/platform/mime/hostile-mails.test.ts',
  'server/src/platform/mime/read-mail.random.test.ts',
];
/** The same for journeys; `e2e/playwright.config.ts` skips them. */
export const DEEP_JOURNEYS = 'e2e/journeys/deep/';

/** Programs that deep tests and benchmarks start by path. */
const STARTED = ['server/src/main.ts', 'server/src/admin/main.ts'];
/** What Vitest is told to load around every test. */
const AROUND = [
  'vitest.config.ts',
  'server/src/test-kit/compile-once.ts',
  'server/src/test-kit/fail-on-noise.ts',
  'server/src/test-kit/fresh-modules.ts',
  'server/src/test-kit/global-setup.ts',
  'server/src/test-kit/patient-waits.ts',
];
const AROUND_SCREENS = [...AROUND, 'web/src/test-kit/setup-dom.ts'];
/** Files that may be read by path, which the import graph does not show. */
const READ = /^(server|bench|contract|deploy|\.ci)\/|^[^/]+$/;
/** What every journey runs on: the client, built from all of its folder, page models and fixtures. */
const BELOW_JOURNEYS = /^(web|e2e)\/|^tools\/build-web\.ts$/;

/** Those of the given programs that a change to these files can affect. */
export function reachedPrograms(programs: string[], changed: string[], files: SourceFile[]): string[] {
  const imports = new Map(
    files
      .filter(({ path }) => isCode(path))
      .map(({ path, text }) => [
        path,
        readImports(text).flatMap(({ specifier }) => resolveImport(path, specifier) ?? []),
      ]),
  );
  return programs.filter((program) => {
    const product = productOf(program);
    const reach = reachOf(program, product, imports);
    return changed.some((path) => {
      if (reach.has(path)) return true;
      if (isApart(path, product)) return false;
      const isBelow = program.startsWith(DEEP_JOURNEYS) && isBelowJourneys(path);
      const isReadBy = isRead(path) && (!isOfScreens(program) || !path.includes('/'));
      return isBelow || (!imports.has(path) && isReadBy);
    });
  });
}

/**
 * What the program puts together reaches a test of one product by other products only where its own files
 * import theirs; what belongs to none reaches all.
 */
function reachOf(program: string, product: string | null, imports: Map<string, string[]>): Set<string> {
  const isOfSide = (path: string) => program.startsWith(DEEP_JOURNEYS) || !path.startsWith('web/');
  // Screens are drawn without a server, and import all that they draw.
  const own =
    product === null || isOfScreens(program)
      ? []
      : [...imports.keys()].filter((path) => productOf(path) === product && isOfSide(path) && !isTest(path));
  const around = isOfScreens(program) ? AROUND_SCREENS : [...STARTED, ...AROUND];
  return closureOf([program, ...around, ...own], (path) => {
    const all = imports.get(path) ?? [];
    const putsTogether = productOf(path) === null && path !== program;
    return putsTogether ? all.filter((imported) => !isApart(imported, product)) : all;
  });
}

function isOfScreens(program: string): boolean {
  return program.startsWith('web/');
}

/** Whether a file belongs to another product than a test, which belongs to one. */
function isApart(path: string, product: string | null): boolean {
  const owner = productOf(path);
  return product !== null && owner !== null && owner !== product;
}

export function deepTestsOf(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => isTest(path))
    .filter(
      (file) =>
        [...DEEP, DEEP_JOURNEYS].some((beginning) => file.path.startsWith(beginning)) || isWholeProduct(file),
    )
    .map(({ path }) => path);
}

/** Of a product what starts the program, or draws its screens. */
function isWholeProduct({ path, text }: SourceFile): boolean {
  if (productOf(path) === null) return false;
  return path.endsWith('.test.tsx') || text.includes("/test-kit/start-server.ts'");
}

function isBelowJourneys(path: string): boolean {
  return BELOW_JOURNEYS.test(path) && !path.endsWith('.md') && !isTest(path);
}

/** A deleted code file is not in the import graph, so it is treated as one that is read by path. */
function isRead(path: string): boolean {
  return READ.test(path) && !path.endsWith('.md') && !isTest(path);
}

function closureOf(entries: string[], importsOf: (path: string) => string[]): Set<string> {
  const reached = new Set<string>();
  const left = [...entries];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    left.push(...importsOf(path));
  }
  return reached;
}
