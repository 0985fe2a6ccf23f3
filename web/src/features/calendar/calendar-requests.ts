import type { MailAddress } from '@bocau/contract/fields.ts';
import { createStore } from '../../lib/store.ts';
import type { Span } from '../../model/calendar/occurrence-times.ts';

/** A time of the person's wall, and whom it was looked for: people by their addresses. */
export type ChosenTime = {
  span: Span;
  people: readonly string[];
  /** Of those who may stay away. */
  optional: readonly string[];
  rooms: readonly MailAddress[];
};

/** Set beside the calendar to make an event, at a time where one was chosen. */
export const calendarRequest = createStore<'new' | ChosenTime | null>(null);

const HIDDEN = 'calendar.hidden';

function readHidden(): ReadonlySet<string> {
  return new Set((localStorage.getItem(HIDDEN) ?? '').split(' ').filter(Boolean));
}

/** Calendars that are not shown, on this device. */
export const hiddenCalendars = createStore<ReadonlySet<string>>(readHidden());

export function hideCalendars(ids: ReadonlySet<string>): void {
  if (ids.size === 0) localStorage.removeItem(HIDDEN);
  else localStorage.setItem(HIDDEN, [...ids].join(' '));
  hiddenCalendars.set(ids);
}

export function toggleCalendar(id: string): void {
  const next = new Set(hiddenCalendars.get());
  if (!next.delete(id)) next.add(id);
  hideCalendars(next);
}
