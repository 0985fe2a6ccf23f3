import { MOST_EVENT_ROOMS } from '@bocau/contract/calendar.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { guestsOf, isOwnRoom, organiserOf } from '../ical/guests.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import { UTC, type Zone, zoneNamed } from '../ical/zones.ts';
import { type DerivedObject, deriveObject } from '../objects/derive-object.ts';
import { readWholeObjects } from '../objects/objects.store.ts';
import { occurrencesOf } from '../occurrences/occurrences-of.ts';
import { readZoneOf } from '../reminders/reminders.store.ts';
import { partsByPlace, somePart } from '../scheduling/parts-of-object.ts';
import { isSame, SERIES } from '../scheduling/raise-sequence.ts';
import { BOOKED_AHEAD, tooFarFor } from './horizon.ts';
import { answerKey, meetingIn, withRoomAnswers } from './room-lines.ts';
import {
  type BookedRoom,
  deleteBookings,
  insertBookings,
  lockRooms,
  readClashes,
  readOwnAddresses,
  type Slot,
} from './rooms.store.ts';
import { createTakenSlots } from './taken-slots.ts';

const LAST = 2 ** 36 - 1;
/** Of one part: each day for two years, and some. What asks for more is declined, as others wait for the room. */
const MOST_SLOTS = 1_000;

/** An object as it is written. */
type Written = { id: string; source: Buffer; derived: DerivedObject };
type Meeting<Put extends Written> = { put: Put; object: CalendarObject };

/** One room asked to one part of a meeting. */
type Claim = {
  objectId: string;
  place: string;
  room: BookedRoom;
  slots: Slot[];
  /** It asks for more than is looked at. */
  isTooMuch: boolean;
  /** It had the room before, at the same times. */
  isKept: boolean;
};

/**
 * Books the rooms of a person's own meetings in the transaction that writes these, and frees those that they had. A room
 * answers each part: the whole of a series, and each changed one. Returns the objects with the answers in their texts.
 */
export async function bookRooms<Put extends Written>(change: CalendarChange, puts: Put[]): Promise<Put[]> {
  const claimed = await claimRooms(change, puts);
  if (!claimed) return puts;
  const { claims, rooms, meetings } = claimed;
  const taken = await decide(change, claims);
  const written = new Map<string, Put>();
  for (const { put, object } of meetings) {
    const source = withRoomAnswers(put.source, object, rooms, taken.get(put.id) ?? new Map());
    if (source !== put.source)
      written.set(put.id, { ...put, source, derived: deriveObject(source, change.now) });
  }
  return puts.map((put) => written.get(put.id) ?? put);
}

/** Books what has come into the window of series; their texts stay. */
export async function extendBookings(change: CalendarChange, puts: Written[]): Promise<void> {
  const claimed = await claimRooms(change, puts);
  if (claimed)
    await decide(
      change,
      claimed.claims.filter(({ isKept }) => isKept),
    );
}

export async function freeRooms({ tx, mailboxId, now }: CalendarChange, ids: string[]): Promise<void> {
  if ((await lockRooms(tx, mailboxId, ids, [])).length === 0) return;
  await deleteBookings(tx, mailboxId, { ids, series: [], now });
}

type Claimed<Put extends Written> = {
  meetings: Meeting<Put>[];
  rooms: ReadonlyMap<string, BookedRoom>;
  claims: Claim[];
};

async function claimRooms<Put extends Written>(
  change: CalendarChange,
  puts: Put[],
): Promise<Claimed<Put> | null> {
  const { tx, mailboxId, now } = change;
  const found = puts.flatMap((put) => {
    const object = meetingIn(put.source);
    return object ? [{ put, object }] : [];
  });
  const ids = puts.map(({ id }) => id);
  const locked = await lockRooms(tx, mailboxId, ids, [...new Set(found.flatMap(addressesIn))]);
  const hasRooms = locked.length > 0 || found.some(hasOwnRoom);
  if (!hasRooms) return null;
  const own = new Set(await readOwnAddresses(tx, mailboxId));
  const meetings = found.filter(({ object }) => own.has(organiserOf(somePart(object))?.address ?? ''));
  const series = puts.filter(({ derived }) => derived.repeats).map(({ id }) => id);
  const freed = await deleteBookings(tx, mailboxId, { ids, series, now });
  const had = new Set(freed.map(({ object_id, room_id }) => `${object_id} ${room_id}`));
  const known = await readKnown(
    change,
    meetings.map(({ put }) => put.id),
  );
  const zone = zoneNamed(await readZoneOf(tx, mailboxId)) ?? UTC;
  const rooms = new Map(locked.map((room) => [room.address, room]));
  const claims = meetings.flatMap((meeting) => claimsOf(meeting, { rooms, had, known, zone, now }));
  return { meetings, rooms, claims };
}

function addressesIn({ object }: Pick<Meeting<Written>, 'object'>): string[] {
  return [...partsByPlace(object).values()].flatMap(({ part }) =>
    guestsOf(part).map(({ address }) => address),
  );
}

function hasOwnRoom({ object }: Pick<Meeting<Written>, 'object'>): boolean {
  return [...partsByPlace(object).values()].some(({ part }) =>
    guestsOf(part).some(({ line }) => isOwnRoom(line)),
  );
}

type Parts = ReadonlyMap<string, EventPart>;

/** The parts as they were, of what is not in the trash. */
async function readKnown(
  { tx, mailboxId }: CalendarChange,
  ids: string[],
): Promise<ReadonlyMap<string, Parts>> {
  const wholes = ids.length === 0 ? [] : await readWholeObjects(tx, mailboxId, ids);
  return new Map(
    wholes.flatMap(({ id, source, trashed_at }) => {
      const object = trashed_at === null ? meetingIn(source) : null;
      return object ? [[id, partsByPlace(object)]] : [];
    }),
  );
}

type Known = {
  rooms: ReadonlyMap<string, BookedRoom>;
  had: ReadonlySet<string>;
  known: ReadonlyMap<string, Parts>;
  zone: Zone;
  now: number;
};

function claimsOf({ put, object }: Meeting<Written>, { rooms, had, known, zone, now }: Known): Claim[] {
  const parts = [...partsByPlace(object)].filter(([, { part, isCancelled }]) => {
    return !isCancelled && guestsOf(part).some(({ address }) => rooms.has(address));
  });
  if (parts.length === 0) return [];
  const span = { from: now, to: put.derived.spread_to };
  const byPart = Map.groupBy(occurrencesOf(object, span), ({ part }) => part);
  return parts.flatMap(([place, one]) => {
    const slots = (byPart.get(one) ?? []).flatMap(({ original, kind, at, until }) => {
      const moment = (wall: number) => (kind === 'zoned' ? wall : zone.momentOf(wall));
      const [from, to] = [Math.max(moment(at), 0), Math.min(moment(until), LAST)];
      return to > now && from < to ? [{ original, at: from, until: to }] : [];
    });
    slots.sort((a, b) => a.at - b.at);
    const before = known.get(put.id)?.get(place);
    const asked = new Set(guestsOf(one.part).map(({ address }) => address));
    const named = [...asked].flatMap((address) => rooms.get(address) ?? []);
    return named.map((room, index) => {
      const { address } = room;
      const said = before && guestsOf(before.part).find((guest) => guest.address === address)?.answer;
      const isKept =
        said === 'ACCEPTED' &&
        had.has(`${put.id} ${room.id}`) &&
        isSame(before as EventPart, one.part, SERIES);
      const isTooMuch = slots.length > MOST_SLOTS || index >= MOST_EVENT_ROOMS;
      return { objectId: put.id, place, room, slots: isTooMuch ? [] : slots, isTooMuch, isKept };
    });
  });
}

/** Answers by objects. A series gets a room for all of its times, or not at all. */
async function decide(
  { tx, mailboxId, now }: CalendarChange,
  claims: Claim[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, boolean>>> {
  const asked = claims.flatMap(({ room, slots }) => slots.map((slot) => ({ ...slot, room_id: room.id })));
  const clashes = await readClashes(tx, asked);
  const answers = new Map<string, Map<string, boolean>>();
  const mine = createTakenSlots();
  const bookings: (Slot & { room_id: number; object_id: string })[] = [];
  const firsts = new Map<Claim, number>();
  let first = 0;
  for (const claim of claims) {
    firsts.set(claim, first);
    first += claim.slots.length;
  }
  // What was kept stays, whatever else is asked for.
  for (const claim of claims.toSorted((a, b) => Number(b.isKept) - Number(a.isKept))) {
    const { objectId, place, room, slots, isTooMuch, isKept } = claim;
    const isFree = (slot: Slot, at: number) =>
      !clashes.has((firsts.get(claim) ?? 0) + at) && !mine.overlaps(room.id, slot);
    const free = new Set(slots.filter(isFree));
    const near = slots.filter(({ at }) => at < now + BOOKED_AHEAD);
    const isTaken = near.some((slot) => !free.has(slot)) || overlapAmong(near);
    const isWithin = tooFarFor(room, slots, now) === null;
    const mayHave = room.may_book && isWithin && !isTaken && (near.length > 0 || slots.length === 0);
    const accepts = !isTooMuch && (isKept || mayHave);
    const byPlace = answers.get(objectId) ?? new Map<string, boolean>();
    answers.set(objectId, byPlace.set(answerKey(place, room.address), accepts));
    if (!accepts) continue;
    for (const slot of slots) {
      if (!free.has(slot) || mine.overlaps(room.id, slot)) continue;
      mine.add(room.id, slot);
      bookings.push({ ...slot, room_id: room.id, object_id: objectId });
    }
  }
  await insertBookings(tx, mailboxId, bookings);
  return answers;
}

/** Of slots in the order of their beginnings. */
function overlapAmong(slots: Slot[]): boolean {
  return slots.some(({ at }, index) => index > 0 && at < (slots[index - 1] as Slot).until);
}
