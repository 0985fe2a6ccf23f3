import { listRoomBookings, releaseRoom } from '@bocau/contract/admin-rooms.ts';
import { readKeptRoom, readRoomBookings } from '../../../calendar/rooms/kept-rooms.store.ts';
import { administeredDomain, domainToChange } from '../../../identity/administration/administered-domain.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import type { MeetingDeps } from '../scheduling-of.ts';
import * as release from './release-room.ts';

const MOST_BOOKINGS = 100;

/** What rooms are booked for, for who keeps them: owners for their domain, providers for every one. */
export function roomBookingRoutes(deps: MeetingDeps): Route[] {
  const { db, clock } = deps;

  return [
    route(listRoomBookings, async ({ caller, params }) => {
      const domain = await administeredDomain(db, caller, params.domain);
      const now = unixSeconds(clock);
      const room = await readKeptRoom(db, domain.id, foldAddress(params.room), now);
      if (!room) throw new Failure('not_found', 'There is no such room');
      return { data: await readRoomBookings(db, room.id, now, MOST_BOOKINGS) };
    }),

    route(releaseRoom, async ({ caller, params }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      await release.releaseRoom(deps, domain, params, caller.actor);
      return { data: OK };
    }),
  ];
}
