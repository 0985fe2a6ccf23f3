import { Failure } from '../../platform/failure.ts';
import { idFromText } from '../../platform/ids.ts';
import { type EventPart, readObject } from '../ical/read-object.ts';
import type { OccurrenceRow } from '../occurrences/occurrences.store.ts';
import { findOccurrence } from '../occurrences/occurrences-of.ts';
import { eventNotFound } from '../refusals.ts';
import type { CalendarRight } from './shared-calendars.store.ts';

type SeenOccurrence = OccurrenceRow & {
  is_declined?: true;
  is_waiting?: boolean;
  is_maybe?: boolean;
  has_proposal?: true;
};
export type ShownOccurrence = SeenOccurrence & { only_busy?: true };

/**
 * What others see of an occurrence: of a private one, and in a calendar that is shared by its times alone, when its owner
 * is busy; null where they are not. Its id and place in the series would tell what belongs together, and when it was made.
 */
export function shownTo(permission: CalendarRight, one: SeenOccurrence): ShownOccurrence | null {
  if (permission === 'OWNER' || (permission !== 'BUSY' && !one.is_private)) return one;
  if (!one.is_busy) return null;
  return {
    ...{ calendar_id: one.calendar_id, kind: one.kind, at: one.at, until: one.until },
    object_id: idFromText(`busy ${one.object_id} ${one.original}`),
    ...{ original: '', title: '', place: '', repeats: false, is_busy: true, only_busy: true },
    // Where everything is hidden it is not told what is private.
    is_private: permission !== 'BUSY',
  };
}

/** To others a private part is not there. */
export function refusePrivate(permission: CalendarRight, part: Pick<EventPart, 'isPrivate'>): void {
  if (permission !== 'OWNER' && part.isPrivate) throw eventNotFound();
}

/**
 * What others may change of an object: nothing that is private, and no series as a whole that has a private part, which
 * would change unseen.
 */
export function refusePrivateChange(
  permission: CalendarRight,
  source: Buffer,
  original: string | null,
): void {
  if (permission === 'OWNER') return;
  const object = readObject(source);
  const { main, changed } = object;
  const first = main ?? changed[0];
  if (first) refusePrivate(permission, first);
  if (original !== null) {
    const part = findOccurrence(object, original)?.part;
    if (part) refusePrivate(permission, part);
  } else if (changed.some(({ isPrivate }) => isPrivate)) {
    throw new Failure(
      'forbidden',
      'A part of this series is private: only its owner changes the whole of it',
    );
  }
}
