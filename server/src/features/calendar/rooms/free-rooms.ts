import type { CalendarTime } from '@bocau/contract/calendar.ts';
import type { BookableRoom, TakenTime } from '@bocau/contract/calendar-rooms.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { refusePrivateChange } from '../../../calendar/access/hide-private.ts';
import { reachObject } from '../../../calendar/access/reach.ts';
import { UTC, zoneNamed } from '../../../calendar/ical/zones.ts';
import type { DerivedOccurrence } from '../../../calendar/objects/derive-object.ts';
import { readWholeObjects } from '../../../calendar/objects/objects.store.ts';
import { writeObject } from '../../../calendar/objects/write-object.ts';
import type { Span } from '../../../calendar/occurrences/occurrences-of.ts';
import { eventNotFound } from '../../../calendar/refusals.ts';
import { readZoneOf } from '../../../calendar/reminders/reminders.store.ts';
import { tooFarFor } from '../../../calendar/rooms/horizon.ts';
import { readRoomsOf, readTaken, type Slot, type Taken } from '../../../calendar/rooms/rooms.store.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { ReadDb } from '../../../tables.ts';
import { checkEvent } from '../reached-events.ts';
import { type Days, spansOf } from '../spans-of-days.ts';

/** Of a series, for which all rooms are looked through. */
const MOST_TIMES = 50;
/** Events that happen more often have no room. */
const MOST_TIMES_OF_NAMED = 1_000;
const MOST_TAKEN = 5;
/** Of one room: enough for a month that is full of quarters of an hour. */
const MOST_OF_ONE = 3_000;

type Wish = {
  start: CalendarTime;
  end: CalendarTime;
  rule: string | null;
  event_id?: string | undefined;
  rooms?: string[] | undefined;
};

/** The rooms of a person's domain, with who has them when an event would happen. */
export async function listFreeRooms(
  { db, clock }: { db: ReadDb; clock: Clock },
  person: number,
  { start, end, rule, event_id, rooms: named }: Wish,
): Promise<BookableRoom[]> {
  const now = unixSeconds(clock);
  const except = event_id === undefined ? null : await reachSeen(db, person, event_id);
  const source = writeObject({ title: '', start, end, rule }, { uid: newId(clock), now });
  const { occurrences } = checkEvent(source, now);
  const rooms = await readRoomsOf(db, person, named ? named.map(foldAddress) : null);
  const slots = slotsOf(occurrences, zoneNamed(await readZoneOf(db, person)) ?? UTC, now);
  const asked = {
    person,
    roomIds: rooms.map(({ id }) => id),
    slots: slots.slice(0, named ? MOST_TIMES_OF_NAMED : MOST_TIMES),
  };
  const taken = asked.roomIds.length === 0 ? [] : await readTaken(db, asked, except, MOST_TAKEN);
  const byRoom = Map.groupBy(taken, ({ room_id }) => room_id);
  return rooms.map(({ id, ahead_days, ...room }) => ({
    ...room,
    too_far: tooFarFor({ ahead_days }, slots, now),
    taken: (byRoom.get(id) ?? []).map(shownTime),
  }));
}

/** An event that the person may see: of others’ private ones it isn't told whether they have a room. */
async function reachSeen(db: ReadDb, person: number, id: string) {
  const { mailboxId, permission } = await reachObject(db, person, id, 'READ');
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  if (!whole) throw eventNotFound();
  refusePrivateChange(permission, whole.source, null);
  return { mailboxId, objectId: id };
}

function slotsOf(occurrences: DerivedOccurrence[], zone: typeof UTC, now: number): Slot[] {
  return occurrences
    .map(({ original, kind, at, until }) => {
      const moment = (wall: number) => (kind === 'zoned' ? wall : zone.momentOf(wall));
      return { original, at: Math.max(0, moment(at)), until: moment(until) };
    })
    .filter(({ at, until }) => until > now && at < until)
    .toSorted((a, b) => a.at - b.at);
}

type Times = { rooms: string[] } & Days;

/** What rooms of a person's domain are taken for on some days. */
export async function listRoomTimes(db: ReadDb, person: number, { rooms, ...days }: Times) {
  return roomTimesWithin(db, person, rooms, spansOf(days, LIMITS.busyDays).shown);
}

export async function roomTimesWithin(
  db: ReadDb,
  person: number,
  emails: string[],
  shown: Span,
  except: { mailboxId: number; objectId: string } | null = null,
) {
  const rooms = await readRoomsOf(db, person, emails.map(foldAddress));
  const slots = [{ at: Math.max(0, shown.from), until: shown.to }];
  const asked = { person, roomIds: rooms.map(({ id }) => id), slots };
  const taken = rooms.length === 0 ? [] : await readTaken(db, asked, except, MOST_OF_ONE);
  const byRoom = Map.groupBy(taken, ({ room_id }) => room_id);
  return rooms.map(({ id, email, name }) => ({
    ...{ email, name },
    taken: (byRoom.get(id) ?? []).map(shownTime),
  }));
}

function shownTime({ room_id: _room, ...time }: Taken): TakenTime {
  return time;
}
