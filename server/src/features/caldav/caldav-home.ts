import type { FastifyReply } from 'fastify';
import type { CalendarDeps } from '../../calendar/change-calendar.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { href } from '../../platform/dav/multistatus.ts';
import type { DavHome, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { Failure } from '../../platform/failure.ts';
import { caldav } from './calendar-names.ts';
import { type CalendarActs, changeByProps, makeCalendar, removeCalendar } from './change-calendars.ts';
import { getObject, methodNotAllowed } from './get-object.ts';
import { moveObject } from './move-object.ts';
import { CALENDARS, homeHref, placeOf } from './places.ts';
import { propfind } from './propfind.ts';
import { deleteObject, putObject } from './put-object.ts';
import { report } from './reports.ts';

export type CalDavDeps = CalendarDeps & { calendars: CalendarActs };

/** Calendars for programs (RFC 4791), and where they look first (RFC 6764). */
export function calDavHome(deps: CalDavDeps): DavHome {
  return {
    folder: CALENDARS,
    ability: 'calendar-access',
    wellKnown: '/.well-known/caldav',
    ofPrincipal: [
      {
        name: caldav('calendar-home-set'),
        read: ({ address }) => href(homeHref(address)),
        onlyNamed: true,
      },
      // The first one is what programs write into invitations.
      {
        name: caldav('calendar-user-address-set'),
        read: ({ person: { email, addresses } }) =>
          [...new Set([email, ...addresses])].map((one) => href(`mailto:${one}`)),
        onlyNamed: true,
      },
    ],
    handle: (call) => handle(deps, call),
    refusalOf,
  };
}

async function handle(deps: CalDavDeps, call: HomeCall): Promise<FastifyReply> {
  const place = placeOf(call.path);
  switch (call.method) {
    case 'PROPFIND':
      return propfind(deps.db, call, place);
    case 'REPORT':
      return report({ db: deps.db, now: unixSeconds(deps.clock) }, call, place);
    case 'GET':
    case 'HEAD':
      return getObject(deps.db, call, place);
    case 'PUT':
      return putObject(deps, call, place);
    case 'DELETE':
      if (place.kind === 'object') return deleteObject(deps, call, place);
      if (place.kind === 'calendar') return removeCalendar(deps, call, place);
      throw methodNotAllowed(place);
    case 'COPY':
    case 'MOVE':
      return moveObject(deps, call, place);
    case 'MKCOL':
    case 'MKCALENDAR':
      return makeCalendar(deps, call, place);
    case 'PROPPATCH':
      return changeByProps(deps, call, place);
  }
}

/** Refusals of the kernel in the words of CalDAV. */
function refusalOf(error: Error): DavRefusal | null {
  if (!(error instanceof Failure)) return null;
  switch (error.code) {
    case 'event_not_found':
      return new DavRefusal(404, error.message);
    case 'too_many_events':
      return new DavRefusal(507, error.message);
    default:
      return null;
  }
}
