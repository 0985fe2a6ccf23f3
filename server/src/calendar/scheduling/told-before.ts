import {
  ANSWERED,
  ANSWERS,
  type Guest,
  guestsOf,
  isOwnRoom,
  organiserOf,
  UNANSWERED,
  UNTOLD,
  writePerson,
} from '../ical/guests.ts';
import { firstLine, paramOf, rawValue } from '../ical/part-values.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { parseWall } from '../ical/written-times.ts';
import { namesOrganiser } from './change-objects.ts';
import { partsByPlace, somePart } from './parts-of-object.ts';

const FORCED = 'SCHEDULE-FORCE-SEND';
/** Nobody has answered to a meeting that was made so recently. */
const FRESH = 10 * 60;

type Put = {
  /** Null for what is new, or was in the trash. */
  before: Buffer | null;
  given: Buffer;
  own: ReadonlySet<string>;
  /** Whether guests may know of it from elsewhere, where it is new. */
  canBeKnown: boolean;
  now: number;
};

/** `told`: what others know already of what a program puts; `text`: what is put, without what it asks of the server alone. */
export type ToldBefore = { told: Buffer | null; text: Buffer };

/**
 * Of a meeting that is new here, the guests who have answered know of it: it comes from elsewhere. All others are asked,
 * and those too whose answers were to another meeting, of which this is a copy. SCHEDULE-FORCE-SEND (RFC 6638, 7.2) makes
 * somebody one who has heard of nothing.
 */
export function toldBefore({ before, given, own, canBeKnown, now }: Put): ToldBefore {
  const asGiven = { told: before, text: given };
  if (!namesOrganiser(given)) return asGiven;
  const object = readObject(given);
  const organiser = organiserOf(somePart(object));
  if (object.component !== 'event' || !organiser || organiser.isToldElsewhere) return asGiven;
  if (!own.has(organiser.address)) {
    return before && isForced(organiser, 'REPLY')
      ? { told: withoutAnswer(before, own), text: given }
      : asGiven;
  }
  const forced = addressesOf(object, (guest) => isForced(guest, 'REQUEST'));
  if (before) {
    const told = forced.size === 0 ? before : withUntold(before, ({ address }) => forced.has(address));
    return { told, text: withoutForce(object) };
  }
  const known = addressesOf(
    object,
    (guest, part) => canBeKnown && !forced.has(guest.address) && hasAnsweredElsewhere(guest, part, now),
  );
  const text = asAsked(
    object,
    ({ address }) => own.has(address) || known.has(address) || forced.has(address),
  );
  return { told: known.size === 0 ? null : withUntold(text, ({ address }) => !known.has(address)), text };
}

function isForced({ line }: Guest, method: 'REQUEST' | 'REPLY'): boolean {
  return (paramOf(line, FORCED) ?? '').toUpperCase() === method;
}

/** An answer that was given here is to another meeting: of this one nothing is known here. */
function hasAnsweredElsewhere({ answer, line }: Guest, part: Part, now: number): boolean {
  return ANSWERS.includes(answer) && paramOf(line, ANSWERED) === undefined && now - madeAt(part) > FRESH;
}

/** Exports write when they were made into DTSTAMP. */
function madeAt(part: Part): number {
  const line = firstLine(part, 'CREATED') ?? firstLine(part, 'DTSTAMP');
  return (line && parseWall(rawValue(line))?.seconds) ?? 0;
}

function addressesOf(object: CalendarObject, isMeant: (guest: Guest, part: Part) => boolean): Set<string> {
  return new Set(
    [...partsByPlace(object).values()].flatMap(({ part }) =>
      guestsOf(part).flatMap((guest) => (isMeant(guest, part) ? [guest.address] : [])),
    ),
  );
}

type Change = Record<string, string | null> | null;

function withGuests(object: CalendarObject, changeOf: (guest: Guest) => Change): Buffer {
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values()) {
    for (const guest of guestsOf(part)) {
      const change = changeOf(guest);
      if (change) edits.replace(guest.line, writePerson(guest.line, change, object.lineBreak));
    }
  }
  return edits.apply();
}

function withUntold(text: Buffer, isUntold: (guest: Guest) => boolean): Buffer {
  return withGuests(readObject(text), (guest) => (isUntold(guest) ? { [UNTOLD]: 'TRUE' } : null));
}

function withoutForce(object: CalendarObject): Buffer {
  return withGuests(object, (guest) => (isForced(guest, 'REQUEST') ? { [FORCED]: null } : null));
}

/** With the answers of those alone who keep theirs; rooms answer themselves. */
function asAsked(object: CalendarObject, keepsAnswer: (guest: Guest) => boolean): Buffer {
  return withGuests(object, (guest) => {
    const force = isForced(guest, 'REQUEST') ? { [FORCED]: null } : null;
    if (keepsAnswer(guest) || guest.isToldElsewhere || isOwnRoom(guest.line)) return force;
    if (!ANSWERS.includes(guest.answer)) return force;
    return { ...force, PARTSTAT: UNANSWERED, RSVP: 'TRUE', [ANSWERED]: null };
  });
}

/** As if the organiser had heard nothing of a guest. */
function withoutAnswer(text: Buffer, own: ReadonlySet<string>): Buffer {
  return withGuests(readObject(text), ({ address }) => (own.has(address) ? { PARTSTAT: UNANSWERED } : null));
}
