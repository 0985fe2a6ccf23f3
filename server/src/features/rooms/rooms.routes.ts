import {
  addRoom,
  changeRoom,
  deleteRoom,
  listRooms,
  MOST_ROOMS,
  type Room,
  showRoom,
} from '@bocau/contract/admin-rooms.ts';
import {
  readBookers,
  readKeptRoom,
  readKeptRooms,
  readNextBookings,
} from '../../calendar/rooms/kept-rooms.store.ts';
import type { AdministeredDomain } from '../../identity/administration/administered-domain.store.ts';
import { administeredDomain, domainToChange } from '../../identity/administration/administered-domain.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as manage from './manage-rooms.ts';

/** So many of what it is booked for are shown. */
const NEXT = 5;

/** Owners for their domain, providers for every one. */
export function roomRoutes(deps: manage.RoomDeps): Route[] {
  const { db, clock } = deps;

  async function shown(domain: AdministeredDomain, address: string): Promise<{ data: Room }> {
    const now = unixSeconds(clock);
    const row = await readKeptRoom(db, domain.id, foldAddress(address), now);
    if (!row) throw manage.roomNotFound();
    const { id, ...room } = row;
    const [named, next] = await Promise.all([readBookers(db, id), readNextBookings(db, id, now, NEXT)]);
    return { data: { ...room, named, next } };
  }

  return [
    route(listRooms, async ({ caller, params }) => {
      const domain = await administeredDomain(db, caller, params.domain);
      const rows = await readKeptRooms(db, domain.id, MOST_ROOMS);
      return { data: rows.map(({ id: _id, note: _note, ahead_days: _days, ...room }) => room) };
    }),

    route(addRoom, async ({ caller, params, body }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      return shown(domain, await manage.addRoom(deps, domain, body, caller.actor));
    }),

    route(showRoom, async ({ caller, params }) =>
      shown(await administeredDomain(db, caller, params.domain), params.room),
    ),

    route(changeRoom, async ({ caller, params, body }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      await manage.changeRoom(deps, domain, params.room, body, caller.actor);
      return shown(domain, params.room);
    }),

    route(deleteRoom, async ({ caller, params }) => {
      const domain = await domainToChange(deps, caller, params.domain);
      await manage.deleteRoom(deps, domain, params.room, caller.actor);
      return { data: OK };
    }),
  ];
}
