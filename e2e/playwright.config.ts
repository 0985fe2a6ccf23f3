import { CHROMIUM_FLAGS, findLeanChromium } from '@bocau/server/test-kit/chromium.ts';
import { defineConfig } from '@playwright/test';
import { OTHER_PLACES } from './pages/places.ts';

const executablePath = findLeanChromium();

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  // Run by `npm run test:deep`.
  testIgnore: '**/deep/**',
  grepInvert: new RegExp(OTHER_PLACES),
  globalSetup: './program/seed-world.ts',
  outputDir: '.cache/failures',
  reporter: [['list'], ['json', { outputFile: '.cache/report.json' }]],
  forbidOnly: true,
  // As many as there are processors where it matters: with one more, responses were so slow that journeys had
  // to be retried.
  workers: 2,
  // Timeouts are in real time, and a machine may be slow or stall for reasons of its own; tests that pass
  // never wait for them to expire. A retry does not excuse a failure: `npm test` names it, and in CI fails on
  // more than one.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
    viewport: { width: 1366, height: 768 },
    // Tests can neither observe nor change what a service worker answers; journeys about it allow it.
    serviceWorkers: 'block',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
});
