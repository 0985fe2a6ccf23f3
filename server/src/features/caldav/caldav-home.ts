import type { FastifyReply } from 'fastify';
import type { SchedulingDeps } from '../../calendar/scheduling/change-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { text } from '../../platform/dav/write-xml.ts';
import type { DavHome, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { type AskBusy, askBusy } from './ask-busy.ts';
import { caldav } from './calendar-names.ts';
import { type CalendarActs, changeByProps, makeCalendar, removeCalendar } from './change-calendars.ts';
import { getObject, methodNotAllowed } from './get-object.ts';
import { moveObject } from './move-object.ts';
import { CALENDARS, homeHref, inboxHref, outboxHref, type Place, placeOf } from './places.ts';
import { propfind } from './propfind.ts';
import { deleteObject, putObject } from './put-object.ts';
import { refusalOf } from './refusals.ts';
import { report } from './reports.ts';
import { type Box, propfindBox, reportBox } from './scheduling-boxes.ts';

export type CalDavDeps = SchedulingDeps & { calendars: CalendarActs; busyOf: AskBusy };

/** Calendars for programs (RFC 4791), and where they look first (RFC 6764). */
export function calDavHome(deps: CalDavDeps): DavHome {
  return {
    folder: CALENDARS,
    ability: 'calendar-access, calendar-auto-schedule',
    abilityInside: ['calendar-no-timezone'],
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
      { name: caldav('calendar-user-type'), read: () => text('INDIVIDUAL'), onlyNamed: true },
      {
        name: caldav('schedule-inbox-URL'),
        read: ({ address }) => href(inboxHref(address)),
        onlyNamed: true,
      },
      {
        name: caldav('schedule-outbox-URL'),
        read: ({ address }) => href(outboxHref(address)),
        onlyNamed: true,
      },
    ],
    handle: (call) => handle(deps, call),
    refusalOf,
  };
}

function isBox(place: Place): place is Box {
  return place.kind === 'inbox' || place.kind === 'outbox';
}

async function handle(deps: CalDavDeps, call: HomeCall): Promise<FastifyReply> {
  const place = placeOf(call.path);
  const reading = { db: deps.db, now: unixSeconds(deps.clock) };
  switch (call.method) {
    case 'PROPFIND':
      return isBox(place) ? propfindBox(deps.db, call, place) : propfind(reading, call, place);
    case 'POST':
      return askBusy({ busyOf: deps.busyOf, now: reading.now }, call, place);
    case 'REPORT':
      if (isBox(place)) return reportBox(call, place);
      return report(reading, call, place);
    case 'GET':
    case 'HEAD':
      return getObject(reading, call, place);
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
