import {
  addDays,
  addMonths,
  daysBetween,
  daysFrom,
  firstOfMonth,
  lastOfMonth,
  weekdayOf,
  weekStartOf,
} from '../../lib/calendar-days.ts';
import type { CalendarViewName } from '../../parts/calendar/calendar-address.ts';

const SATURDAY = 5;
/** Days of an agenda before more is asked for. */
const AGENDA_DAYS = 31;

/** The days of a view that shows a day; `first` is the weekday with which weeks begin. */
export function daysOfView(view: CalendarViewName, day: string, first = 0): string[] {
  switch (view) {
    case 'day':
      return [day];
    case '3days':
      return daysFrom(day, 3);
    case 'week':
      return daysFrom(weekStartOf(day, first), 7);
    case 'workweek':
      return daysFrom(weekStartOf(day), 5);
    case 'month': {
      const from = weekStartOf(firstOfMonth(day), first);
      return daysFrom(from, daysBetween(from, addDays(weekStartOf(lastOfMonth(day), first), 7)));
    }
    case 'year': {
      const from = `${day.slice(0, 4)}-01-01`;
      return daysFrom(from, daysBetween(from, addMonths(from, 12)));
    }
    case 'agenda':
      return daysFrom(day, AGENDA_DAYS);
  }
}

/** CL-340: the day of a new event that names none: in a week without today its first working day. */
export function newDayOf(
  view: CalendarViewName,
  { days, day, today }: { days: readonly string[]; day: string; today: string },
): string {
  if (days.includes(today)) return today;
  const isWeek = view === 'week' || view === 'workweek';
  return (isWeek && days.find((each) => weekdayOf(each) < SATURDAY)) || day;
}

/** CL-383: where a day's week begins; null where that of today is on screen. */
export function otherWeekOf(
  of: string,
  { days, today }: { days: readonly string[]; today: string },
  first: number,
): string | null {
  const week = weekStartOf(of, first);
  return days.includes(today) || week === weekStartOf(today, first) ? null : week;
}

/** The day that the next view shows, or the one before. */
export function stepFrom(view: CalendarViewName, day: string, by: 1 | -1): string {
  switch (view) {
    case 'day':
      return addDays(day, by);
    case '3days':
      return addDays(day, 3 * by);
    case 'week':
    case 'workweek':
      return addDays(day, 7 * by);
    case 'month':
      return addMonths(firstOfMonth(day), by);
    case 'year':
      return addMonths(day, 12 * by);
    case 'agenda':
      return addMonths(day, by);
  }
}
