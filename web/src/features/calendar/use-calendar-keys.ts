import type { Occurrence } from '@bocau/contract/calendar.ts';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CALENDAR_TASKS } from '../../parts/calendar/calendar-address.ts';
import { holdKeys } from '../../parts/keyboard/typed-ahead.ts';
import { focusListSearch, useListKeys } from '../../parts/keyboard/use-list-keys.ts';
import { useNavigate } from '../../router/router.tsx';
import { newDayOf } from './calendar-range.ts';
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

type Where = {
  section: RefObject<HTMLElement | null>;
  /** A list of found events stands in place of the days. */
  isFound: boolean;
};

/** The shortcuts of the calendar; those that mean the same everywhere (z, g …, Ctrl K) are left to the page. */
export function useCalendarKeys(screen: CalendarScreenState, where: Where): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useListKeys(screen.question !== null, (key) => {
    if (key === 'Shift+t') void navigate(CALENDAR_TASKS);
    else if (key === 'c') {
      // A new event is in no list of found ones.
      if (where.isFound) screen.show(screen.view, screen.day);
      beginByKey(screen, t('common.loading'));
    } else return perform(key, screen, where);
    return true;
  });
  const { section } = where;

  // From the search down into what it has found, as its list of suggestions would do it.
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'ArrowDown' || event.isComposing || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || !event.target.matches('[data-list-search]')) return;
      if (chooseFirst(section.current, [])) event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [section]);
}

/** CL-381: what is typed before the line of the new event is there goes into it. */
export function beginByKey(screen: CalendarScreenState, label: string): void {
  screen.beginAt(focusedDay() ?? newDayOf(screen.view, screen));
  holdKeys('event', label);
}

function perform(key: string, screen: CalendarScreenState, { section, isFound }: Where): boolean {
  const { view, day, today } = screen;
  const next = VIEWS[key as keyof typeof VIEWS];
  if (next) {
    screen.show(next, day);
    return true;
  }
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
    case 'ArrowLeft':
    case 'ArrowRight':
      return (
        isAtRest(section.current) && chooseFirst(section.current, isFound ? [] : screen.events, screen.now)
      );
    case 't':
      screen.show(view, today);
      requestAnimationFrame(() =>
        section.current?.querySelector('[data-now]')?.scrollIntoView({ block: 'nearest' }),
      );
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

/** Nothing is chosen: the page has the focus, the grid as a whole, or the link by which one came. */
function isAtRest(section: HTMLElement | null): boolean {
  const focused = document.activeElement;
  if (!section || !focused) return true;
  return focused.contains(section) || focused.matches('[role="grid"], a:not([role])');
}

/** Chooses the first event from now on: in a grid what is its tab stop, in a list the first that is not over. */
function chooseFirst(
  section: HTMLElement | null,
  events: CalendarScreenState['events'],
  now = Number.NEGATIVE_INFINITY,
): boolean {
  const over = new Set(events.filter(({ span }) => span.end <= now).map(({ key }) => key));
  const lines = [...(section?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  const line = lines.find(({ dataset }) => !over.has(dataset['key'] ?? '')) ?? lines[0];
  const first = section?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? line;
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return first !== undefined;
}
