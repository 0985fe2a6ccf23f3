import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import type { DavMethod } from '../../platform/dav/bind-dav.ts';
import { vevent } from '../caldav-person.ts';
import type { DavSent } from '../dav-client.ts';
import { type CallerName, RIGHTS } from './callers.ts';

/** What is asked about, below the address of who asks; the last one by its owner's. */
export const DAV_PLACES = ['calendar', 'event', 'private event', 'owner’s event'] as const;
export type DavPlace = (typeof DAV_PLACES)[number];

export const EVENT_TIMES = ['DTSTART:20261201T020000Z', 'DTEND:20261201T030000Z'];
const SYNC = '<sync-collection xmlns="DAV:"><sync-token/><prop><getetag/></prop></sync-collection>';

/** A request of each method that would do something. */
export function requestOf(
  method: DavMethod,
  { uid, name, destination }: { uid: string; name: string; destination: string },
): DavSent {
  switch (method) {
    case 'PROPFIND':
      return { depth: '0' };
    case 'REPORT':
      return { body: SYNC };
    case 'PROPPATCH':
      return {
        body: `<propertyupdate xmlns="DAV:"><set><prop><displayname>${name}</displayname></prop></set></propertyupdate>`,
      };
    case 'MKCOL':
      return {
        body: `<mkcol xmlns="DAV:"><set><prop><resourcetype><collection/><calendar xmlns="urn:ietf:params:xml:ns:caldav"/>
          </resourcetype></prop></set></mkcol>`,
      };
    case 'PUT':
      return { body: vevent(uid, 'Họp', ...EVENT_TIMES) };
    case 'COPY':
    case 'MOVE':
      return { headers: { destination } };
    default:
      return {};
  }
}

type Needed = CalendarRight | 'never';

const OF_EVENT: Partial<Record<DavMethod, Needed>> = {
  ...{ GET: 'READ', HEAD: 'READ', PROPFIND: 'READ' },
  // To a calendar of one's own: an event stays with its owner.
  ...{ PUT: 'WRITE', DELETE: 'WRITE', MOVE: 'OWNER', COPY: 'OWNER' },
};
const OF_CALENDAR: Partial<Record<DavMethod, Needed>> = {
  // Whoever a calendar is shared with leaves it by deleting it.
  ...{ PROPFIND: 'BUSY', REPORT: 'BUSY', PROPPATCH: 'MANAGE', DELETE: 'BUSY' },
};
const READING: readonly DavMethod[] = ['GET', 'HEAD', 'PROPFIND', 'PROPPATCH'];
const ORDER: readonly CalendarRight[] = ['BUSY', 'READ', 'WRITE', 'MANAGE', 'OWNER'];

/** `absent`: as an address at which nothing ever was. `refused`: 403 or 405. */
export type ExpectedOfDav = 'ok' | 'refused' | 'absent' | 401 | 403 | 404 | 409;

export function expectedOfDav(method: DavMethod, place: DavPlace, caller: CallerName): ExpectedOfDav {
  if (caller === 'nobody') return 401;
  const right = place === 'owner’s event' && caller !== 'own' ? undefined : RIGHTS[caller];
  // An id of a colleague's calendar is refused, so that none stands in another's place; who asks knows it already.
  const makes = method === 'MKCOL' || method === 'MKCALENDAR';
  if (caller === 'same domain' && makes && place === 'calendar') return 409;
  if (right === undefined) return 'absent';
  const isOfEvent = place !== 'calendar';
  const isHidden = right === 'BUSY' || (place === 'private event' && right !== 'OWNER');
  const mayDelete = method === 'DELETE' && (right === 'WRITE' || right === 'MANAGE');
  if (isOfEvent && isHidden) return READING.includes(method) || mayDelete ? 404 : 'refused';
  const needed = (isOfEvent ? OF_EVENT : OF_CALENDAR)[method] ?? 'never';
  if (needed === 'never') return 'refused';
  return ORDER.indexOf(right) >= ORDER.indexOf(needed) ? 'ok' : 403;
}
