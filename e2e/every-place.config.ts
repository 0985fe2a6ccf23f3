import config from './playwright.config.ts';

/** All journeys in both languages and on every screen: `npm run journeys`. */
export default { ...config, grepInvert: /(?!)/ };
