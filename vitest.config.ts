import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,server,bench,tools,web}/**/*.test.ts'],
    globalSetup: ['server/src/test-kit/global-setup.ts'],
    setupFiles: ['server/src/test-kit/fail-on-noise.ts'],
    allowOnly: false,
    maxWorkers: 2,
    restoreMocks: true,
    // For what hangs; how long a test takes says more of the machine than of the program.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
  },
});
