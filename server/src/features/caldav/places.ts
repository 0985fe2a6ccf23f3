import { notFound } from '../../platform/dav/dav-refusal.ts';
import { hrefOf } from '../../platform/dav/hrefs.ts';
import type { DavCaller, HomePath } from '../../platform/dav-site/dav-home.ts';
import { collectionHref, pathInHome, resourceHref } from '../../platform/dav-site/site-places.ts';

export const CALENDARS = 'calendars';
const INBOX = 'inbox';
const OUTBOX = 'outbox';

/**
 * What a path leads to. `address` is the caller's, and `written` the calendar's, as the path has them: answers name
 * resources as they were asked for. Programs of Apple make up ids in capitals.
 */
export type Place =
  | { kind: 'home'; address: string }
  /** RFC 6638: what is to be told, and by which colleagues are asked when they are busy. Ids of calendars are UUIDs. */
  | { kind: 'inbox' | 'outbox'; address: string }
  | { kind: 'calendar'; address: string; calendarId: string; written: string }
  | { kind: 'object'; address: string; calendarId: string; written: string; name: string };

export function placeOf({ address, rest }: HomePath): Place {
  const [written, name, ...more] = rest;
  if (more.length > 0) throw notFound();
  if (written === undefined) return { kind: 'home', address };
  if (written === INBOX || written === OUTBOX) {
    if (name !== undefined) throw notFound();
    return { kind: written, address };
  }
  const calendarId = written.toLowerCase();
  return name === undefined
    ? { kind: 'calendar', address, calendarId, written }
    : { kind: 'object', address, calendarId, written, name };
}

/** An object that a path names; null where it names none of the caller's. */
export function objectAt(
  caller: DavCaller,
  path: string,
): { calendarId: string; written: string; name: string } | null {
  const { rest } = pathInHome(caller, CALENDARS, path) ?? { rest: [] };
  const [written, name, ...more] = rest;
  if (written === undefined || name === undefined || more.length > 0) return null;
  return { calendarId: written.toLowerCase(), written, name };
}

export function homeHref(address: string): string {
  return collectionHref(CALENDARS, address);
}

export function inboxHref(address: string): string {
  return collectionHref(CALENDARS, address, INBOX);
}

export function outboxHref(address: string): string {
  return collectionHref(CALENDARS, address, OUTBOX);
}

export function calendarHref(address: string, written: string): string {
  return collectionHref(CALENDARS, address, written);
}

export function objectHref(address: string, written: string, name: string): string {
  return resourceHref(CALENDARS, address, written, name);
}

/** The same of many objects of one calendar. */
export function hrefsOfObjects(address: string, written: string): (name: string) => string {
  const calendar = calendarHref(address, written);
  return (name) => `${calendar}${hrefOf([name], { isCollection: false }).slice(1)}`;
}

export function hrefOfPlace(place: Place): string {
  switch (place.kind) {
    case 'home':
      return homeHref(place.address);
    case 'inbox':
      return inboxHref(place.address);
    case 'outbox':
      return outboxHref(place.address);
    case 'calendar':
      return calendarHref(place.address, place.written);
    case 'object':
      return objectHref(place.address, place.written, place.name);
  }
}
