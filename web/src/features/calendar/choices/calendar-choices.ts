import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store.ts';

/** How the calendar looks, chosen on each device. */
export type CalendarChoices = {
  /** Lunar days; null while nothing was chosen: with them in Vietnamese. */
  lunar: boolean | null;
  /** Of the first day of a week: 0 for Monday, 6 for Sunday. */
  weekStart: 0 | 6;
  weekNumbers: boolean;
  /** The hours outside of these are shaded; null: none are. */
  workHours: { from: number; to: number } | null;
  /** Shown beside one's own. */
  secondZone: string | null;
};

const KEY = 'calendar.choices';
const FIRST: CalendarChoices = {
  lunar: null,
  weekStart: 0,
  weekNumbers: false,
  workHours: { from: 8, to: 18 },
  secondZone: null,
};

function readChoices(): CalendarChoices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' ? { ...FIRST, ...kept } : FIRST;
  } catch {
    return FIRST;
  }
}

const calendarChoices = createStore<CalendarChoices>(readChoices());

export function choose(some: Partial<CalendarChoices>): void {
  const next = { ...calendarChoices.get(), ...some };
  localStorage.setItem(KEY, JSON.stringify(next));
  calendarChoices.set(next);
}

export function useCalendarChoices(): CalendarChoices {
  return useSyncExternalStore(calendarChoices.subscribe, calendarChoices.get);
}
