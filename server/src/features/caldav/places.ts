import { notFound } from '../../platform/dav/dav-refusal.ts';
import type { DavCaller, HomePath } from '../../platform/dav-site/dav-home.ts';
import { collectionHref, pathInHome, resourceHref } from '../../platform/dav-site/site-places.ts';

export const CALENDARS = 'calendars';

/** What a path leads to. `address` is the caller's, as the path has it: answers name resources as they were asked for. */
export type Place =
  | { kind: 'home'; address: string }
  | { kind: 'calendar'; address: string; calendarId: string }
  | { kind: 'object'; address: string; calendarId: string; name: string };

export function placeOf({ address, rest }: HomePath): Place {
  const [id, name, ...more] = rest;
  if (more.length > 0) throw notFound();
  if (id === undefined) return { kind: 'home', address };
  const calendarId = idOf(id);
  return name === undefined
    ? { kind: 'calendar', address, calendarId }
    : { kind: 'object', address, calendarId, name };
}

/** An object that a path names; null where it names none of the caller's. */
export function objectAt(caller: DavCaller, path: string): { calendarId: string; name: string } | null {
  const { rest } = pathInHome(caller, CALENDARS, path) ?? { rest: [] };
  const [id, name, ...more] = rest;
  return id === undefined || name === undefined || more.length > 0 ? null : { calendarId: idOf(id), name };
}

/** Programs of Apple make up UUIDs in capitals. */
function idOf(segment: string): string {
  return segment.toLowerCase();
}

export function homeHref(address: string): string {
  return collectionHref(CALENDARS, address);
}

export function calendarHref(address: string, calendarId: string): string {
  return collectionHref(CALENDARS, address, calendarId);
}

export function objectHref(address: string, calendarId: string, name: string): string {
  return resourceHref(CALENDARS, address, calendarId, name);
}

export function hrefOfPlace(place: Place): string {
  switch (place.kind) {
    case 'home':
      return homeHref(place.address);
    case 'calendar':
      return calendarHref(place.address, place.calendarId);
    case 'object':
      return objectHref(place.address, place.calendarId, place.name);
  }
}
