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
    testTimeout: 20_000,
    hookTimeout: 30_000,
    teardownTimeout: 15_000,
  },
});
