import { defineConfig, type TestUserConfig } from 'vitest/config';

const common = {
  environment: 'node',
  // Files follow each other in a worker, which evaluates packages once and what is ours for each file.
  isolate: false,
  setupFiles: [
    'server/src/test-kit/compile-once.ts',
    'server/src/test-kit/fresh-modules.ts',
    'server/src/test-kit/fail-on-noise.ts',
    'server/src/test-kit/patient-waits.ts',
  ],
  sequence: { setupFiles: 'list' },
  allowOnly: false,
  restoreMocks: true,
  // For what hangs; how long a test takes says more of the machine than of the program.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  teardownTimeout: 15_000,
  expect: { poll: { timeout: 30_000 } },
  // What differs is said in the message itself: the list of repeated tests shows nothing else.
  chaiConfig: { truncateThreshold: 400 },
} satisfies TestUserConfig;

/** Tests of the server on Debian's PostgreSQL, the lowest that is supported: `npm run soak -- postgresql`. */
const DEBIAN = 'debian-postgresql';
/** As many mail programs at once as `npm run soak -- mail-programs` asks for, and for how long. */
const MAIL_PROGRAMS = 'mail-programs';

export default defineConfig(({ mode }) => ({
  test: {
    // One more than there are processors where it matters: a quarter of the time files wait for a child, a timer, a disk.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          name: 'server',
          include: ['{server,bench}/**/*.test.ts'],
          globalSetup: [
            mode === DEBIAN ? 'server/src/interop/debian-suite.ts' : 'server/src/test-kit/global-setup.ts',
          ],
          provide: {
            programs: mode === MAIL_PROGRAMS ? { sessions: 50, minutes: 10 } : { sessions: 10, minutes: 0 },
          },
          // It remembers every runner for as long as it lives itself: evaluated for each file, it goes with it.
          server: { deps: { inline: ['graphile-worker'] } },
        },
      },
      // Nothing here needs a database: `--project web` starts none.
      { test: { ...common, name: 'web', include: ['web/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'components',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: [...common.setupFiles, 'web/src/test-kit/setup-dom.ts'],
        },
      },
      { test: { ...common, name: 'tools', include: ['{contract,tools}/**/*.test.ts'] } },
    ],
  },
}));
