import type { Params } from '../../router/match-path.ts';

export const CALENDAR_PATTERN = '/calendar/:view?/:day?';

export const CALENDAR_VIEWS = ['day', '3days', 'workweek', 'week', 'month', 'year', 'agenda'] as const;
export type CalendarViewName = (typeof CALENDAR_VIEWS)[number];

const DAY = /^(19|20|21)\d\d-\d\d-\d\d$/;

/** What an address of the calendar shows; null for what it does not say. */
export function calendarAt({ view, day }: Params): { view: CalendarViewName | null; day: string | null } {
  return { view: CALENDAR_VIEWS.find((name) => name === view) ?? null, day: isDay(day) ? day : null };
}

function isDay(day: string | undefined): day is string {
  if (day === undefined || !DAY.test(day)) return false;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/** The words of a search in the address of one. */
export function calendarSearchAt(search: string): string {
  return new URLSearchParams(search).get('q') ?? '';
}

export function calendarSearchAddressOf(words: string): string {
  return `/calendar/search?${new URLSearchParams({ q: words })}`;
}

export const CALENDAR_TRASH = '/calendar/trash';
export const CALENDAR_TASKS = '/calendar/tasks';
/** The list of tasks, with the line for a new one. */
export const NEW_TASK = `${CALENDAR_TASKS}?do=new`;

export function taskSearchAddressOf(words: string): string {
  return `${CALENDAR_TASKS}?${new URLSearchParams({ q: words })}`;
}

export function calendarAddressOf(view: CalendarViewName, day: string): string {
  return `/calendar/${view}/${day}`;
}
