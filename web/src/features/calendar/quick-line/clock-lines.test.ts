import { test } from 'vitest';
import { LANGUAGES } from '../../../i18n/i18n.ts';
import { EARLY_LINES, PAIR_LINES } from './corpus/clocks.ts';
import { expectMeanings } from './corpus/expect-meanings.ts';

test.each(LANGUAGES)(
  'CL-409 5 and 6 o’clock are of the morning where figures say so, with the interface in %s',
  (language) => {
    expectMeanings(EARLY_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-410 two numbers are hours where they are nothing else, with the interface in %s',
  (language) => {
    expectMeanings(PAIR_LINES, language);
  },
);
