import { expect, test } from 'vitest';
import { matchPath } from '../../router/match-path.ts';
import { CALENDAR_PATTERN, CALENDAR_VIEWS, calendarAddressOf, calendarAt } from './calendar-address.ts';

const read = (address: string) => calendarAt(matchPath(CALENDAR_PATTERN, address) ?? {});

test.each(CALENDAR_VIEWS)('the view %s of a day has an address', (view) => {
  expect(read(calendarAddressOf(view, '2026-11-20'))).toEqual({ view, day: '2026-11-20' });
});

test('what an address does not say is left to the person and today', () => {
  expect(read('/calendar')).toEqual({ view: null, day: null });
  expect(read('/calendar/nothing/2026-02-30')).toEqual({ view: null, day: null });
});
