import {
  addDays,
  addMonths,
  daysBetween,
  daysFrom,
  firstOfMonth,
  lastOfMonth,
  weekStartOf,
} from '../../lib/calendar-days.ts';
import type { CalendarViewName } from '../../parts/calendar/calendar-address.ts';

/** Days of an agenda before more is asked for. */
const AGENDA_DAYS = 31;

/** The days of a view that shows a day. */
export function daysOfView(view: CalendarViewName, day: string): string[] {
  switch (view) {
    case 'day':
      return [day];
    case '3days':
      return daysFrom(day, 3);
    case 'week':
      return daysFrom(weekStartOf(day), 7);
    case 'month': {
      const from = weekStartOf(firstOfMonth(day));
      return daysFrom(from, daysBetween(from, addDays(weekStartOf(lastOfMonth(day)), 7)));
    }
    case 'agenda':
      return daysFrom(day, AGENDA_DAYS);
  }
}

/** The day that the next view shows, or the one before. */
export function stepFrom(view: CalendarViewName, day: string, by: 1 | -1): string {
  switch (view) {
    case 'day':
      return addDays(day, by);
    case '3days':
      return addDays(day, 3 * by);
    case 'week':
      return addDays(day, 7 * by);
    case 'month':
      return addMonths(firstOfMonth(day), by);
    case 'agenda':
      return addMonths(day, by);
  }
}
