import { isValidAddress } from '@bocau/contract/address.ts';
import { MOST_ROOMS, type RoomSettings } from '@bocau/contract/admin-rooms.ts';
import * as store from '../../calendar/rooms/kept-rooms.store.ts';
import type { AdministeredDomain } from '../../identity/administration/administered-domain.store.ts';
import { beginDomainChange } from '../../identity/administration/administered-domain.ts';
import { type RecordedAct, recordActs } from '../../identity/administration/record-acts.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import type { Db, Tx } from '../../tables.ts';

export type RoomDeps = { db: Db; clock: Clock };
export type RoomChanges = { [Key in keyof RoomSettings]?: RoomSettings[Key] | undefined };

const LOCAL_PART = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/;

/** Its address may be nobody's; answers with it. */
export async function addRoom(
  deps: RoomDeps,
  domain: AdministeredDomain,
  { local, settings }: { local: string; settings: RoomChanges & { name: string } },
  actor: Actor,
): Promise<string> {
  const address = foldAddress(`${local}@${domain.name}`);
  if (!LOCAL_PART.test(local.toLowerCase()) || !isValidAddress(address)) {
    throw refused('local', 'has other characters than letters, digits, dot, hyphen and underscore');
  }
  const { named = [], kind = 'room', seats = null, bookers = 'domain', ahead_days = null } = settings;
  const texts = {
    name: visibleName(settings.name),
    place: tidy(settings.place ?? ''),
    note: tidy(settings.note ?? ''),
  };
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    if ((await store.countRooms(tx, domain.id)) >= MOST_ROOMS) {
      throw refused('local', `is of one more than the ${MOST_ROOMS} rooms that a domain may have`);
    }
    const bookersNamed = await readNamed(tx, domain, named);
    const room = {
      domain_id: domain.id,
      address,
      created_at: at,
      kind,
      seats,
      bookers,
      ahead_days,
      ...texts,
    };
    const id = await store.insertRoom(tx, room);
    if (id === undefined) throw new Failure('already_exists', `The address ${address} is taken`);
    await store.replaceBookers(tx, id, bookersNamed);
    await record(tx, { domain, address }, { actor, at }, [{ act: 'room_added', after: texts.name }]);
  });
  return address;
}

/** Absent fields stay unchanged; so does what is booked already. */
export async function changeRoom(
  deps: RoomDeps,
  domain: AdministeredDomain,
  address: string,
  { named, ...given }: RoomChanges,
  actor: Actor,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const room = await findRoom(tx, domain, address, at);
    const acts: RecordedAct[] = [];
    for (const key of ['name', 'kind', 'place', 'seats', 'note', 'bookers', 'ahead_days'] as const) {
      const wanted = given[key];
      if (wanted === undefined) continue;
      const after =
        typeof wanted === 'string' ? (key === 'name' ? visibleName(wanted) : tidy(wanted)) : wanted;
      if (after === room[key]) continue;
      await store.updateRoom(tx, room.id, { [key]: after });
      acts.push({ act: 'room_changed', before: `${key}=${room[key]}`, after: `${key}=${after}` });
    }
    if (named !== undefined) {
      const [before, after] = [await store.readBookers(tx, room.id), await readNamed(tx, domain, named)];
      const [was, is] = [before.join(' '), after.toSorted().join(' ')];
      await store.replaceBookers(tx, room.id, after);
      if (was !== is) acts.push({ act: 'room_changed', before: `named=${was}`, after: `named=${is}` });
    }
    await record(tx, { domain, address: room.email }, { actor, at }, acts);
  });
}

/** What has booked it goes on without it. */
export async function deleteRoom(
  deps: RoomDeps,
  domain: AdministeredDomain,
  address: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const room = await findRoom(tx, domain, address, at);
    await store.deleteRoom(tx, room.id);
    const before = `${room.name}, booked=${room.booked}`;
    await record(tx, { domain, address: room.email }, { actor, at }, [{ act: 'room_deleted', before }]);
  });
}

async function findRoom(
  tx: Tx,
  { id }: AdministeredDomain,
  address: string,
  now: number,
): Promise<store.KeptRoom> {
  const room = await store.readKeptRoom(tx, id, foldAddress(address), now);
  if (!room) throw roomNotFound();
  return room;
}

export function roomNotFound(): Failure {
  return new Failure('not_found', 'There is no such room');
}

/** People and groups of the domain, as addresses are compared, each once. */
async function readNamed(tx: Tx, { id, name }: AdministeredDomain, emails: string[]): Promise<string[]> {
  const addresses = [...new Set(emails.map(foldAddress))];
  const [nobody] = await store.readStrangers(tx, id, addresses);
  if (nobody !== undefined) throw refused('named', `names nobody of ${name}: ${nobody}`);
  return addresses;
}

function visibleName(name: string): string {
  const tidied = tidy(name);
  if (tidied === '') throw refused('name', 'has nothing that is seen');
  return tidied;
}

/** One line of what is seen: it stands in events and in the mail of guests. */
function tidy(text: string): string {
  return withoutHidden(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).text.trim();
}

function refused(field: string, problem: string): Failure {
  return invalidInput(`The field ${field} ${problem}`, { field, problem, rule: 'invalid' });
}

function record(
  tx: Tx,
  { domain, address }: { domain: AdministeredDomain; address: string },
  by: { actor: Actor; at: number },
  acts: RecordedAct[],
): Promise<void> {
  return recordActs(tx, { domainId: domain.id, name: address }, by, acts);
}
