import {
  addRoom,
  changeRoom,
  deleteRoom,
  listRooms,
  MOST_ROOMS,
  type Room,
  showRoom,
} from '@bocau/contract/admin-rooms.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import {
  readAdministered,
  readBookers,
  readKeptRoom,
  readKeptRooms,
  readNextBookings,
} from '../../calendar/rooms/kept-rooms.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { AdminCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as manage from './manage-rooms.ts';

/** So many of what it is booked for are shown. */
const NEXT = 5;

/** Owners for their domain, providers for every one. */
export function roomRoutes(deps: manage.RoomDeps): Route[] {
  const { db, clock } = deps;

  /** A domain that the caller administers. */
  async function domainOf({ actor }: AdminCaller, name: string): Promise<manage.DomainOfRooms> {
    const domain = await readAdministered(db, name.toLowerCase(), actor.domainId);
    if (!domain) throw new Failure('not_found', 'There is no such domain');
    return domain;
  }

  /** The domain of a change, by a caller who has re-authenticated recently. */
  async function changedDomain(caller: AdminCaller, name: string): Promise<manage.DomainOfRooms> {
    requireFreshAdmin(caller, clock);
    return domainOf(caller, name);
  }

  async function shown(domain: manage.DomainOfRooms, address: string): Promise<{ data: Room }> {
    const now = unixSeconds(clock);
    const row = await readKeptRoom(db, domain.id, foldAddress(address), now);
    if (!row) throw manage.roomNotFound();
    const { id, ...room } = row;
    const [named, next] = await Promise.all([readBookers(db, id), readNextBookings(db, id, now, NEXT)]);
    return { data: { ...room, named, next } };
  }

  return [
    route(listRooms, async ({ caller, params }) => {
      const domain = await domainOf(caller, params.domain);
      const rows = await readKeptRooms(db, domain.id, MOST_ROOMS);
      return { data: rows.map(({ id: _id, note: _note, ahead_days: _days, ...room }) => room) };
    }),

    route(addRoom, async ({ caller, params, body }) => {
      const domain = await changedDomain(caller, params.domain);
      return shown(domain, await manage.addRoom(deps, domain, body, caller.actor));
    }),

    route(showRoom, async ({ caller, params }) => shown(await domainOf(caller, params.domain), params.room)),

    route(changeRoom, async ({ caller, params, body }) => {
      const domain = await changedDomain(caller, params.domain);
      await manage.changeRoom(deps, domain, params.room, body, caller.actor);
      return shown(domain, params.room);
    }),

    route(deleteRoom, async ({ caller, params }) => {
      const domain = await changedDomain(caller, params.domain);
      await manage.deleteRoom(deps, domain, params.room, caller.actor);
      return { data: OK };
    }),
  ];
}
