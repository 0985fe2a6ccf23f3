import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { guestsMay, setGuestsMay } from '../ical/guest-rights.ts';
import { guestsOf, newPerson, writePerson } from '../ical/guests.ts';
import { hidesGuests, setHiding } from '../ical/hidden-guests.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { writeLine, writeMoment } from '../ical/write-lines.ts';
import { applyRequest } from './apply-request.ts';
import { partsByPlace } from './parts-of-object.ts';
import { objectOf, type ReadMessage, readMessage } from './read-message.ts';
import { sequenceOf } from './versions.ts';
import { writeMessage, writePart } from './write-message.ts';

export type HandOver = {
  from: MailAddress;
  to: MailAddress;
  now: number;
  /** The addresses of who asked to it, where they come no more, as addresses are compared. */
  leaving?: ReadonlySet<string>;
};

const COMES = { PARTSTAT: 'ACCEPTED', RSVP: null };
const NOBODY: ReadonlySet<string> = new Set();

/**
 * The text of a meeting that another person asks to from now on: a later version of all of it (RFC 5546, 2.1.4). Who
 * asked to it before comes as a guest, unless they leave; their own copy takes none of their time then.
 */
export function handedOver(source: Buffer, { from, to, now, leaving = NOBODY }: HandOver): Buffer {
  const object = readObject(source);
  const edits = createSourceEdits(object);
  const { lineBreak } = object;
  const [old, next] = [foldAddress(from.email), foldAddress(to.email)];
  for (const { part } of partsByPlace(object).values()) {
    edits.setLine(part, 'ORGANIZER', newPerson('ORGANIZER', to, {}, lineBreak));
    const guests = guestsOf(part);
    for (const { address, line } of guests) {
      if (leaving.has(address)) edits.remove(line);
      else if (address === old || address === next) edits.replace(line, writePerson(line, COMES, lineBreak));
    }
    if (leaving.size > 0) edits.setLine(part, 'TRANSP', writeLine('TRANSP', 'TRANSPARENT', lineBreak));
    else if (!guests.some(({ address }) => address === old)) addGuest(edits, part, from, lineBreak);
    edits.setLine(part, 'SEQUENCE', writeLine('SEQUENCE', String(sequenceOf(part) + 1), lineBreak));
    setStamps(edits, object, part, now);
  }
  return edits.apply();
}

function addGuest(edits: SourceEdits, part: Part, person: MailAddress, lineBreak: string): void {
  const comes = { ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'ACCEPTED' };
  const at = part.lines[0]?.end ?? part.begin.end;
  edits.insert(at, newPerson('ATTENDEE', person, comes, lineBreak));
}

/** The text with somebody as a guest of all of it who comes. */
export function withGuest(source: Buffer, person: MailAddress): Buffer {
  const object = readObject(source);
  const edits = createSourceEdits(object);
  const address = foldAddress(person.email);
  for (const { part } of partsByPlace(object).values()) {
    if (guestsOf(part).every((guest) => guest.address !== address))
      addGuest(edits, part, person, object.lineBreak);
  }
  return edits.apply();
}

/** The text without guests. */
export function withoutGuests(source: Buffer, addresses: ReadonlySet<string>): Buffer {
  const object = readObject(source);
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values()) {
    for (const { address, line } of guestsOf(part)) if (addresses.has(address)) edits.remove(line);
  }
  return edits.apply();
}

/** A meeting as its guests have it: without what is the organiser's own. */
export function asGuestsHaveIt(source: Buffer, now: number): Buffer {
  return objectOf(messageOf(source, now)).source;
}

function messageOf(source: Buffer, now: number): ReadMessage {
  const object = readObject(source);
  const parts = [...partsByPlace(object).values()].map((one) => writePart(object, one, now));
  const message = readMessage(writeMessage('REQUEST', object, parts));
  if (!message) throw new Error('a meeting that is kept can be told');
  return message;
}

function setStamps(
  edits: SourceEdits,
  { lineBreak }: CalendarObject,
  part: Parameters<SourceEdits['setLine']>[0],
  now: number,
): void {
  for (const name of ['DTSTAMP', 'LAST-MODIFIED'])
    edits.setLine(part, name, writeMoment(name, now, lineBreak));
}

/** The same in the calendar of who asks to it now: with their own reminders, and private where they have made it so. */
export function takenOver(
  stored: Buffer,
  source: Buffer,
  { own, now }: { own: ReadonlySet<string>; now: number },
): Buffer {
  const object = readObject(source);
  const taken = readObject(applyRequest(stored, messageOf(source, now), own) ?? stored);
  const edits = createSourceEdits(taken);
  const [hides, right] = [hidesGuests(object), guestsMay(object)];
  for (const { part } of partsByPlace(taken).values()) {
    if (hides) setHiding(edits, part, true, taken.lineBreak);
    else if (right) setGuestsMay(edits, part, right, taken.lineBreak);
    for (const { address, line } of guestsOf(part)) {
      if (own.has(address)) edits.replace(line, writePerson(line, COMES, taken.lineBreak));
    }
  }
  return edits.apply();
}

/** The text as others know it: but for who asks, it is the same. */
export function askedBy(source: Buffer, organiser: MailAddress): Buffer {
  const object = readObject(source);
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values())
    edits.setLine(part, 'ORGANIZER', newPerson('ORGANIZER', organiser, {}, object.lineBreak));
  return edits.apply();
}
