import { findChromium } from '@bocau/server/test-kit/chromium.ts';
import config from './playwright.config.ts';

const executablePath = findChromium();

/** All journeys in both languages, on all screen sizes and in a full Chromium: `npm run journeys`. */
export default {
  ...config,
  testIgnore: [],
  grepInvert: /(?!)/,
  use: {
    ...config.use,
    launchOptions: { ...config.use?.launchOptions, ...(executablePath ? { executablePath } : {}) },
  },
};
