import { LIMITS } from '@bocau/contract/limits.ts';
import { type Guest, guestsOf, isOwnRoom, OWN_ROOM, writePerson } from '../ical/guests.ts';
import { textOf } from '../ical/part-values.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { BETWEEN, isPlaceOfRooms } from '../ical/set-guests.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { escapeText, writeLine } from '../ical/write-lines.ts';
import { partsByPlace } from '../scheduling/parts-of-object.ts';
import type { BookedRoom } from './rooms.store.ts';

/** By a part's place in the series and the address of a room: whether the room takes it. */
export type RoomAnswers = ReadonlyMap<string, boolean>;

export function answerKey(place: string, address: string): string {
  return `${place} ${address}`;
}

/**
 * The text with what rooms answer. An empty place names those that take it, and one that only names rooms names none that
 * declines. The same text where all of it is said.
 */
export function withRoomAnswers(
  source: Buffer,
  object: CalendarObject,
  rooms: ReadonlyMap<string, BookedRoom>,
  answers: RoomAnswers,
): Buffer {
  const edits = createSourceEdits(object);
  let isChanged = false;
  for (const [place, { part }] of partsByPlace(object)) {
    const names: string[] = [];
    const lost: string[] = [];
    const regained: string[] = [];
    for (const guest of guestsOf(part)) {
      const room = rooms.get(guest.address);
      const accepts = answers.get(answerKey(place, guest.address));
      if (room?.kind === 'room' && accepts) names.push(room.name);
      if (accepts === false || (!room && isOwnRoom(guest.line))) lost.push(guest.name);
      if (accepts && guest.answer === 'DECLINED') regained.push(guest.name);
      const line = lineOf(guest, room, accepts, object.lineBreak);
      if (!line) continue;
      edits.replace(guest.line, line);
      isChanged = true;
    }
    const told = placeNow(part, { names, lost, regained });
    if (told === null) continue;
    const line = told === '' ? null : writeLine('LOCATION', escapeText(told), object.lineBreak);
    edits.setLine(part, 'LOCATION', line);
    isChanged = true;
  }
  return isChanged ? edits.apply() : source;
}

/** The text without a room, in all of its parts. A place that only names rooms goes with it. */
export function withoutRoom(source: Buffer, address: string): Buffer {
  const object = readObject(source);
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values()) {
    const lines = guestsOf(part).filter((guest) => guest.address === address);
    if (lines.length === 0) continue;
    if (isPlaceOfRooms(part)) edits.setLine(part, 'LOCATION', null);
    for (const { line } of lines) edits.remove(line);
  }
  return edits.apply();
}

/** Null where the line says so already. */
function lineOf(
  { line, name, answer }: Guest,
  room: BookedRoom | undefined,
  accepts: boolean | undefined,
  lineBreak: string,
): Buffer | null {
  if (!room) {
    // Whatever had this address was a room here, and is none any more.
    const nothing = { [OWN_ROOM]: null, PARTSTAT: 'DECLINED' };
    return isOwnRoom(line) ? writePerson(line, nothing, lineBreak) : null;
  }
  if (accepts === undefined) return null;
  const said = accepts ? 'ACCEPTED' : 'DECLINED';
  if (isOwnRoom(line) && answer === said && name === room.name) return null;
  const told = {
    ...{ CN: room.name, CUTYPE: room.kind === 'room' ? 'ROOM' : 'RESOURCE', ROLE: 'NON-PARTICIPANT' },
    ...{ PARTSTAT: said, RSVP: null, [OWN_ROOM]: 'TRUE' },
  };
  return writePerson(line, told, lineBreak);
}

type RoomNames = Record<'names' | 'lost' | 'regained', readonly string[]>;

/** Null where the place stays: a place that is not of rooms is what somebody has written. */
function placeNow(part: Part, { names, lost, regained }: RoomNames): string | null {
  const place = textOf(part, 'LOCATION', LIMITS.eventPlaceLength);
  if (place === '') return names.length > 0 ? names.join(BETWEEN) : null;
  if (!isPlaceOfRooms(part) || (lost.length === 0 && regained.length === 0)) return null;
  const told = lost.includes(place) ? [] : place.split(BETWEEN).filter((one) => !lost.includes(one));
  const more = regained.filter((one) => names.includes(one) && !told.includes(one));
  const next = [...told, ...more].join(BETWEEN);
  return next === place ? null : next;
}

/** A meeting as rooms see it; null for a text that asks nobody to anything. */
export function meetingIn(source: Buffer): CalendarObject | null {
  if (!/ATTENDEE/i.test(source.toString('latin1'))) return null;
  const object = readObject(source);
  return object.component === 'event' ? object : null;
}
