import config from './playwright.config.ts';

/** The day of an accountant in both languages on every screen: `npm run days`. */
export default { ...config, testMatch: '**/accountant-day.test.ts', grepInvert: /(?!)/ };
