import type { Occurrence } from '@bocau/contract/calendar.ts';
import { focusListSearch, useListKeys } from '../../parts/keyboard/use-list-keys.ts';
import type { CalendarScreenState } from './use-calendar-screen.ts';

const VIEWS = {
  d: 'day',
  x: '3days',
  w: 'week',
  'Shift+w': 'workweek',
  m: 'month',
  y: 'year',
  a: 'agenda',
} as const;

/** The shortcuts of the calendar; those that mean the same everywhere (z, g …, Ctrl K) are left to the page. */
export function useCalendarKeys(screen: CalendarScreenState, isFound: boolean): void {
  useListKeys(screen.question !== null, (key) => perform(key, screen, isFound));
}

/** `isFound`: a list of found events stands in place of the days. */
function perform(key: string, screen: CalendarScreenState, isFound: boolean): boolean {
  const { view, day, today } = screen;
  const next = VIEWS[key as keyof typeof VIEWS];
  if (next) {
    screen.show(next, day);
    return true;
  }
  switch (key) {
    case 'c':
      screen.beginAt(focusedDay() ?? (screen.days.includes(today) ? today : day));
      return true;
    case 't':
      screen.show(view, today);
      return true;
    case 'j':
    case 'k':
      if (isFound) return false;
      screen.step(key === 'j' ? 1 : -1);
      return true;
    case 'e': {
      const one = focusedEvent(screen);
      if (one) screen.edit(one);
      return one !== null;
    }
    case 'Delete':
    case '#': {
      const one = focusedEvent(screen);
      if (one) screen.remove(one);
      return one !== null;
    }
    case '/':
      return focusListSearch();
    case '?':
      screen.ask({ kind: 'keys' });
      return true;
    default:
      return false;
  }
}

/** The event that has the focus. */
function focusedEvent({ events }: CalendarScreenState): Occurrence | null {
  const key = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'];
  return events.find((event) => event.key === key)?.one ?? null;
}

/** The day that has the focus, or whose event has it. */
function focusedDay(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-day], [data-cell]');
  return focused?.dataset['day'] ?? focused?.dataset['cell'] ?? null;
}
