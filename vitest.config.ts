import { defineConfig, type TestUserConfig } from 'vitest/config';

const common = {
  environment: 'node',
  setupFiles: ['server/src/test-kit/fail-on-noise.ts'],
  allowOnly: false,
  restoreMocks: true,
  // For what hangs; how long a test takes says more of the machine than of the program.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  teardownTimeout: 15_000,
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'server',
          include: ['{server,bench}/**/*.test.ts'],
          globalSetup: ['server/src/test-kit/global-setup.ts'],
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
          // Packages are evaluated once in a worker, what is ours for each file.
          isolate: false,
          setupFiles: [
            'web/src/test-kit/fresh-modules.ts',
            ...common.setupFiles,
            'web/src/test-kit/setup-dom.ts',
          ],
          sequence: { setupFiles: 'list' },
        },
      },
      { test: { ...common, name: 'tools', include: ['{contract,tools}/**/*.test.ts'] } },
    ],
  },
});
