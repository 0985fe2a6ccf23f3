import config from './playwright.config.ts';

/** Journeys that take long and few changes can break: `npm run test:deep`. */
export default { ...config, testMatch: '**/deep/**/*.test.ts', testIgnore: [] };
