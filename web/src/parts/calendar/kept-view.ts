import { CALENDAR_VIEWS, type CalendarViewName } from './calendar-address.ts';

const KEY = 'calendar.view';

/** The view that was last chosen on this device; a week where there is room, three days on a phone. */
export function readView(isPhone: boolean): CalendarViewName {
  const kept = localStorage.getItem(KEY);
  return CALENDAR_VIEWS.find((view) => view === kept) ?? (isPhone ? '3days' : 'week');
}

export function rememberView(view: CalendarViewName): void {
  localStorage.setItem(KEY, view);
}
