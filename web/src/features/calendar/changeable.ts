import type { Calendar, Occurrence } from '@bocau/contract/calendar.ts';
import { isBuiltIn } from './built-in/built-in-events.ts';

/** Whether the person may put events into a calendar, and change those in it. */
export function isWritable({ permission }: Calendar): boolean {
  return permission !== 'BUSY' && permission !== 'READ';
}

/** Whether the person may change an event. */
export function isChangeable(one: Occurrence, calendar: Calendar | null): boolean {
  if (isBuiltIn(one)) return false;
  return one.only_busy === undefined && (calendar === null || isWritable(calendar));
}

/** The calendars that an event of this one may be moved into: its owner stays. */
export function calendarsBeside(calendars: readonly Calendar[], id: string): readonly Calendar[] {
  const owner = calendars.find((one) => one.id === id)?.owner?.email;
  return calendars.filter((one) => isWritable(one) && one.owner?.email === owner);
}
