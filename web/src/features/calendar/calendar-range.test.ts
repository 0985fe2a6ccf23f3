import { expect, test } from 'vitest';
import { spoken } from '../../i18n/i18n.ts';
import { daysOfView, newDayOf } from './calendar-range.ts';
import { shortTitle, viewTitle } from './calendar-words.ts';

test.each([
  ['week', '2026-12-13', 0, '2026-12-07'],
  ['week', '2026-12-13', 6, '2026-12-14'],
  ['workweek', '2026-12-09', 0, '2026-12-07'],
  ['week', '2026-12-06', 0, '2026-12-05'],
  ['day', '2026-12-13', 0, '2026-12-13'],
  ['month', '2027-01-01', 0, '2027-01-01'],
] as const)('CL-340 a new event in the %s of %s (weeks from %i) is on %s', (view, day, first, expected) => {
  const today = '2026-12-05';
  expect(newDayOf(view, { days: daysOfView(view, day, first), day, today })).toBe(expected);
});

test('days of two years are headed with both', () => {
  const days = daysOfView('agenda', '2026-12-13');
  expect(viewTitle(spoken.get(), 'agenda', days, '2026-12-13')).toBe('13/12/2026 – 12/01/2027');
  const week = daysOfView('week', '2026-12-30');
  expect(viewTitle(spoken.get(), 'week', week, '2026-12-30')).toBe('28/12/2026 – 03/01/2027');
  expect(shortTitle(spoken.get(), 'week', week, '2026-12-30')).toBe('28/12–03/01');
});
