import { test } from 'vitest';
import { LANGUAGES } from '../../../i18n/i18n.ts';
import { expectMeanings } from './corpus/expect-meanings.ts';
import { INTERVAL_LINES, REMINDER_LINES, SEVERAL_DAYS_LINES } from './corpus/spoken.ts';

test.each(LANGUAGES)(
  'CL-396 how long before to remind is no time and no length, with the interface in %s',
  (language) => {
    expectMeanings(REMINDER_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-397 several weekdays repeat where that is said and else stay in the title, with the interface in %s',
  (language) => {
    expectMeanings(SEVERAL_DAYS_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-398 every second week and its like are read as that, with the interface in %s',
  (language) => {
    expectMeanings(INTERVAL_LINES, language);
  },
);
