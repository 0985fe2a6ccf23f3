import { screen } from '@testing-library/react';
import { afterEach, beforeAll, test } from 'vitest';
import { learnWords, loadLaterWords } from '../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../i18n/vi/calendar.ts';
import { createFakeCalendar } from '../../model/calendar/test-kit/fake-calendar.ts';
import { renderCalendar } from '../../test-kit/render-calendar.tsx';
import { speak } from '../../test-kit/words.ts';
import { choose } from './choices/calendar-choices.ts';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  speak('vi');
  await loadLaterWords();
});
afterEach(() => choose({ weekStart: 0 }));

test.each([
  ['week', 0, 'Tuần 47'],
  // It begins on the 22nd.
  ['week', 6, 'Tuần 48'],
  ['workweek', 6, 'Tuần 47'],
] as const)(
  'CL-344 the %s of a Sunday, from weekday %i on, has its number',
  async (view, weekStart, number) => {
    choose({ weekStart });
    await renderCalendar(createFakeCalendar([]), `/calendar/${view}/2026-11-22`);
    screen.getByText(number);
  },
);
