import { type Invitation, TOLD_DATES } from '@bocau/contract/invitations.ts';
import { guestsOf, UNANSWERED } from '../../calendar/ical/guests.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { placeOf } from './event-times.ts';
import type { ReadCalendar } from './read-calendar.ts';

/** The dates that a message tells by themselves, and to which the person has not answered in their calendar. */
export function waitingDates(
  source: Buffer,
  { dates }: ReadCalendar,
  own: ReadonlySet<string>,
): NonNullable<Invitation['waiting_dates']> | null {
  if (dates.length === 0) return null;
  const parts = partsByPlace(readObject(source));
  const waiting = dates
    .filter(({ occurrence }) => {
      const known = parts.get(placeOf(occurrence));
      if (!known || known.isCancelled) return false;
      return guestsOf(known.part).some(({ address, answer }) => own.has(address) && answer === UNANSWERED);
    })
    .map(({ occurrence, start, end }) => ({ occurrence, start, end }))
    .toSorted((one, other) => placeOf(one.occurrence).localeCompare(placeOf(other.occurrence)));
  return waiting.length === 0 ? null : { dates: waiting.slice(0, TOLD_DATES), count: waiting.length };
}
