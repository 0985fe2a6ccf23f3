import { listRoomBookings, releaseRoom } from '@bocau/contract/admin-rooms.ts';
import { requireFreshAdmin } from '../../../access/fresh-proof.ts';
import {
  readAdministered,
  readKeptRoom,
  readRoomBookings,
} from '../../../calendar/rooms/kept-rooms.store.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import type { AdminCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import type { MeetingDeps } from '../scheduling-of.ts';
import * as release from './release-room.ts';

const MOST_BOOKINGS = 100;

/** What rooms are booked for, for who keeps them: owners for their domain, providers for every one. */
export function roomBookingRoutes(deps: MeetingDeps): Route[] {
  const { db, clock } = deps;

  async function domainOf({ actor }: AdminCaller, name: string): Promise<{ id: number; name: string }> {
    const domain = await readAdministered(db, name.toLowerCase(), actor.domainId);
    if (!domain) throw new Failure('not_found', 'There is no such domain');
    return domain;
  }

  return [
    route(listRoomBookings, async ({ caller, params }) => {
      const domain = await domainOf(caller, params.domain);
      const now = unixSeconds(clock);
      const room = await readKeptRoom(db, domain.id, foldAddress(params.room), now);
      if (!room) throw new Failure('not_found', 'There is no such room');
      return { data: await readRoomBookings(db, room.id, now, MOST_BOOKINGS) };
    }),

    route(releaseRoom, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      await release.releaseRoom(deps, await domainOf(caller, params.domain), params, caller.actor);
      return { data: OK };
    }),
  ];
}
