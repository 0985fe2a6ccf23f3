import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../i18n/i18n.ts';
import { expectMeanings, NOW } from './corpus/expect-meanings.ts';
import { MONTHLY_LINES } from './corpus/months.ts';
import {
  BOUNDED_LINES,
  EXCEPT_DATE_LINES,
  EXCEPT_LINES,
  WEEKDAY_SPAN_LINES,
  WEEKS_AWAY_LINES,
} from './corpus/series.ts';
import { ACROSS_LINES, DAILY_HOURS_LINES, DAYS_LONG_LINES } from './corpus/spans.ts';
import { parseQuickLine } from './parse-quick-line.ts';

test.each(LANGUAGES)(
  'CL-408 from one weekday to another at a time is each of them in each week, with the interface in %s',
  (language) => {
    expectMeanings(WEEKDAY_SPAN_LINES, language);
  },
);

test('CL-408 weekdays at a time begin in the week on screen', () => {
  const shown = { ...NOW, week: '2026-12-07', language: 'vi' } as const;
  expect(parseQuickLine('giao ban T2-T6 8h', shown)).toMatchObject({ day: '2026-12-07', start: 8 * 60 });
});

test.each(LANGUAGES)(
  'CL-411 what repeats begins and ends on the days that are said, with the interface in %s',
  (language) => {
    expectMeanings(BOUNDED_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-412 each day except some is the others of each week, with the interface in %s',
  (language) => {
    expectMeanings(EXCEPT_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-424 a date that is left out stays in the title and is no day, with the interface in %s',
  (language) => {
    expectMeanings(EXCEPT_DATE_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-413 a weekday so many weeks from now is in that week, with the interface in %s',
  (language) => {
    expectMeanings(WEEKS_AWAY_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-425 a weekday by its place in each month and its last day are read, with the interface in %s',
  (language) => {
    expectMeanings(MONTHLY_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-426 hours beside a span of days are of each of them, with the interface in %s',
  (language) => {
    expectMeanings(DAILY_HOURS_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-427 from a time of one day to one of another is one event, with the interface in %s',
  (language) => {
    expectMeanings(ACROSS_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-441 so many days from one on, days away and the ends of months are read, with the interface in %s',
  (language) => {
    expectMeanings(DAYS_LONG_LINES, language);
  },
);
