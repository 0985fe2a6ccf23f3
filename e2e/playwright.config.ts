import { CHROMIUM_FLAGS, findLeanChromium } from '@bocau/server/test-kit/chromium.ts';
import { defineConfig } from '@playwright/test';
import { OTHER_PLACES } from './pages/places.ts';

const executablePath = findLeanChromium();

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  grepInvert: new RegExp(OTHER_PLACES),
  globalSetup: './program/seed-world.ts',
  outputDir: '.cache/failures',
  reporter: [['list'], ['json', { outputFile: '.cache/report.json' }]],
  forbidOnly: true,
  // As many as there are processors where it matters: with one more, answers came so late that journeys had to be repeated.
  workers: 2,
  // Patience is measured in real seconds, and a machine may be slow or stand still for reasons of its own: what passes
  // never waits for it to end. A repeat is no pardon: `npm test` names it, and fails in CI on more than one.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
    viewport: { width: 1366, height: 768 },
    // What a worker answers no test can see or change; journeys about it allow it.
    serviceWorkers: 'block',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
});
