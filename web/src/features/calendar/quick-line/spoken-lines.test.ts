import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../i18n/i18n.ts';
import { casesOf, expectMeanings, meaningOf, NOW } from './corpus/expect-meanings.ts';
import {
  IMPOSSIBLE_LINES,
  INTERVAL_LINES,
  RANGE_LINES,
  REMINDER_LINES,
  SEVERAL_DAYS_LINES,
  SOON_LINES,
  TOLD_LINES,
  WEEKDAY_LINES,
} from './corpus/spoken.ts';
import { parseQuickLine } from './parse-quick-line.ts';
import { impossibleIn } from './read-impossible.ts';

test.each(LANGUAGES)(
  'CL-396 how long before to remind is no time and no length, with the interface in %s',
  (language) => {
    expectMeanings(REMINDER_LINES, language);
  },
);

test.each([
  ['họp nhắc trước 15 phút', 'Họp', [15]],
  ['nhac truoc 1 tieng goi Lan', 'Goi Lan', [60]],
  ['meeting with Minh remind me 15 minutes before', 'Meeting with Minh', [15]],
])(
  'CL-414 the reminder of a line without day and time is that of the event as it was begun (%s)',
  (text, title, reminders) => {
    const at = { day: '2026-11-24', lastDay: '2026-11-24', start: 14 * 60, end: 15 * 60 };
    expect(parseQuickLine(text, { ...NOW, begun: at, language: 'vi' })).toMatchObject({
      ...at,
      title,
      reminders,
    });
    const whole = { day: '2026-11-24', lastDay: '2026-11-25', start: null, end: null };
    expect(
      parseQuickLine('nghỉ lễ nhắc trước 1 ngày', { ...NOW, begun: whole, language: 'vi' }),
    ).toMatchObject({
      ...whole,
      reminders: [16 * 60],
    });
  },
);

test.each(['họp', 'nhắc trước 15 phút', 'học 2 tiếng Anh', 'nhắc 2 tiếng Anh', 'nhắc trước cuộc họp'])(
  'CL-414 nothing is read of a line that says no reminder or no title (%s)',
  (text) => {
    const begun = { day: '2026-11-24', lastDay: '2026-11-24', start: 14 * 60, end: 15 * 60 };
    expect(parseQuickLine(text, { ...NOW, begun, language: 'vi' })).toBe(null);
  },
);

test.each(LANGUAGES)(
  'CL-397 several weekdays repeat beside a time or where that is said and else stay in the title, with the interface in %s',
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

test.each(LANGUAGES)('CL-399 what is so long from now begins then, with the interface in %s', (language) => {
  expectMeanings(SOON_LINES, language);
});

test.each(LANGUAGES)(
  'CL-406 the number of a weekday counts no weeks, with the interface in %s',
  (language) => {
    expectMeanings(WEEKDAY_LINES, language);
  },
);

test('CL-399 what is so long from now may be after midnight', () => {
  const late = 23 * 60 + 40;
  expect(meaningOf('gọi Lan 30 phút nữa', 'vi', late)).toBe('Gọi Lan | 2026-11-21 | 00:10-01:10 |');
});

test.each(LANGUAGES)(
  'CL-400 a range is read where one of its times says what it is, with the interface in %s',
  (language) => {
    expectMeanings(RANGE_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-401 a day or a time that there is not is read as no other, with the interface in %s',
  (language) => {
    expectMeanings(IMPOSSIBLE_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-401 a day or a time that there is not is told, with the interface in %s',
  (language) => {
    const cases = casesOf(TOLD_LINES);
    expect(cases.map(([text]) => [text, impossibleIn(text, language).join(', ')])).toEqual(cases);
  },
);
