import { type Guest, organiserOf } from '../ical/guests.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { editOne } from '../objects/edit-series.ts';
import { findOccurrence, seriesOriginal } from '../occurrences/occurrences-of.ts';

/** The parts of an object by the place in the series that they say something of; the series itself is at ''. */
export function partsByPlace(object: CalendarObject): Map<string, EventPart> {
  const { main, changed } = object;
  const parts = new Map<string, EventPart>(main ? [['', main]] : []);
  for (const one of changed) {
    if (one.original) parts.set(seriesOriginal(object, one.original), one);
  }
  return parts;
}

/** Any part of an object: its people are in all of them. */
export function somePart({ main, changed }: CalendarObject): Part {
  const { part } = main ?? (changed[0] as EventPart);
  return part;
}

/** Who asks to the event of a text; null where nobody does. */
export function organiserIn(source: Buffer): Guest | null {
  return organiserOf(somePart(readObject(source)));
}

/** The text with a part of its own for one of its series; null where the series has none there. */
export function withPartAt(source: Buffer, place: string, stamp: number): Buffer | null {
  const object = readObject(source);
  if (partsByPlace(object).has(place)) return source;
  if (!object.main || !findOccurrence(object, place)) return null;
  return editOne(source, place, { fields: {}, now: stamp });
}
