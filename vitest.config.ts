import { defineConfig, type TestUserConfig } from 'vitest/config';

const common = {
  environment: 'node',
  // Files follow each other in a worker, which evaluates packages once and what is ours for each file.
  isolate: false,
  setupFiles: ['server/src/test-kit/fresh-modules.ts', 'server/src/test-kit/fail-on-noise.ts'],
  sequence: { setupFiles: 'list' },
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
          setupFiles: [...common.setupFiles, 'web/src/test-kit/setup-dom.ts'],
        },
      },
      { test: { ...common, name: 'tools', include: ['{contract,tools}/**/*.test.ts'] } },
    ],
  },
});
