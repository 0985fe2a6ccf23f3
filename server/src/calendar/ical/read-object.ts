import { isValidAddress } from '@bocau/contract/address.ts';
import type { Attendee } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { type Effort, TooMuchEffort } from '../recurrence/expand-rule.ts';
import { type EventTime, type FindZone, readTime } from './event-time.ts';
import { OBJECT_BOUNDS } from './object-bounds.ts';
import { ObjectFault } from './object-fault.ts';
import { ownZone } from './own-zone.ts';
import { firstLine, isResource, nameOf, paramOf, rawValue, roleOf, textOf, wordOf } from './part-values.ts';
import { type Part, type Scanned, scanObject } from './scan-object.ts';
import { parseDuration } from './written-times.ts';
import { UTC, type Zone, zoneNamed } from './zones.ts';

const UID_LENGTH = 500;

/** What one part says: the series, an event that happens once, or a single changed one of a series. */
export type EventPart = {
  part: Part;
  title: string;
  place: string;
  start: EventTime;
  end: EventTime;
  /** Which one of the series this is instead of. */
  original: EventTime | null;
  isCancelled: boolean;
  isTentative: boolean;
  isBusy: boolean;
  isPrivate: boolean;
};

/** All parts of one UID. */
export type CalendarObject = Scanned & {
  uid: string;
  component: 'event' | 'task';
  /** Null where only single ones are there, as of a series that one was invited to in part. */
  main: EventPart | null;
  changed: EventPart[];
  findZone: FindZone;
};

const COMPONENTS: Record<string, CalendarObject['component']> = { VEVENT: 'event', VTODO: 'task' };

/** Throws an `ObjectFault` for what can't be kept. */
export function readObject(source: Buffer): CalendarObject {
  const scanned = scanObject(source);
  const { calendar } = scanned;
  const parts = calendar.parts.filter(({ name }) => name !== 'VTIMEZONE');
  const [first] = parts;
  if (!first) throw new ObjectFault('valid-calendar-object-resource', 'There is no event in it');
  const component = COMPONENTS[first.name];
  if (component === undefined) {
    throw new ObjectFault('supported-calendar-component', 'Only events and tasks are kept');
  }
  if (parts.some(({ name }) => name !== first.name)) {
    throw new ObjectFault('valid-calendar-object-resource', 'An object has parts of one kind');
  }
  const uid = uidOf(parts);
  const findZone = zonesOf(calendar);
  const read = parts.map((part) => readPart(part, component, findZone));
  const mains = read.filter(({ original }) => original === null);
  if (mains.length > 1) throw new ObjectFault('valid-calendar-object-resource', 'The series is in it twice');
  const isHidden = mains[0]?.isPrivate === true;
  const changed = read
    .filter(({ original }) => original !== null)
    .map((one) => (isHidden && !saysClass(one.part) ? { ...one, isPrivate: true } : one));
  if (changed.length > OBJECT_BOUNDS.singles) {
    throw new ObjectFault('max-instances', `At most ${OBJECT_BOUNDS.singles} of a series are changed singly`);
  }
  return { ...scanned, uid, component, main: mains[0] ?? null, changed, findZone };
}

function uidOf(parts: Part[]): string {
  const uids = new Set(parts.map((part) => textOf(part, 'UID', UID_LENGTH + 1)));
  const [uid = ''] = uids;
  if (uids.size > 1) throw new ObjectFault('valid-calendar-object-resource', 'An object has one UID');
  if (uid === '') throw new ObjectFault('valid-calendar-object-resource', 'It has no UID');
  if (uid.length > UID_LENGTH) {
    throw new ObjectFault('valid-calendar-object-resource', `A UID has at most ${UID_LENGTH} characters`);
  }
  return uid;
}

/** Of the zones that a text describes: some twenty changes of clocks, each over the years. */
const ZONES_EFFORT = 1_000_000;

/** The own description of a zone counts only where its name says nothing. */
export function zonesOf(calendar: Part): FindZone {
  const known = new Map<string, Zone | null>();
  const effort: Effort = { left: ZONES_EFFORT };
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const described = calendar.parts.find(
      (part) => part.name === 'VTIMEZONE' && textOf(part, 'TZID', 300) === name,
    );
    const zone = zoneNamed(name) ?? (described ? describedZone(name, described, effort) : null);
    known.set(name, zone);
    return zone;
  };
}

function describedZone(name: string, described: Part, effort: Effort): Zone | null {
  try {
    return ownZone(name, described, effort);
  } catch (error) {
    if (!(error instanceof TooMuchEffort)) throw error;
    throw new ObjectFault('valid-calendar-data', 'It describes too many zones');
  }
}

function readPart(part: Part, component: CalendarObject['component'], findZone: FindZone): EventPart {
  const due = component === 'task' ? readTime(firstLine(part, 'DUE'), findZone) : null;
  const start =
    readTime(firstLine(part, 'DTSTART'), findZone) ??
    due ??
    (component === 'task' ? madeAt(part, findZone) : null);
  if (!start) {
    throw new ObjectFault('valid-calendar-data', 'DTSTART is missing, or is no time between 1900 and 2199');
  }
  const original = firstLine(part, 'RECURRENCE-ID');
  const originalTime = readTime(original, findZone);
  if (original && !originalTime) throw new ObjectFault('valid-calendar-data', 'RECURRENCE-ID is no time');
  return {
    part,
    title: textOf(part, 'SUMMARY', LIMITS.eventTitleLength).replaceAll(/\s+/g, ' '),
    place: textOf(part, 'LOCATION', LIMITS.eventPlaceLength).replaceAll(/\s+/g, ' '),
    start,
    end: endOf(part, start, due ?? readTime(firstLine(part, 'DTEND'), findZone)),
    original: originalTime,
    isCancelled: wordOf(part, 'STATUS') === 'CANCELLED',
    isTentative: wordOf(part, 'STATUS') === 'TENTATIVE',
    isBusy: wordOf(part, 'TRANSP') !== 'TRANSPARENT',
    isPrivate: isPrivate(part),
  };
}

/** One of a series that says nothing is as private as the series: it may have become so since. */
function saysClass(part: Part): boolean {
  return part.lines.some(({ name }) => name === 'CLASS');
}

/** Classes that nobody knows are private (RFC 5545, section 3.8.1.3). */
export function isPrivate(part: Part): boolean {
  return part.lines.some(
    ({ name, value }) => name === 'CLASS' && value.toString('latin1').trim().toUpperCase() !== 'PUBLIC',
  );
}

/** Of a task that has no time: of when it was written. */
function madeAt(part: Part, findZone: FindZone): EventTime | null {
  if (firstLine(part, 'DTSTART')) return null;
  const [made] = ['CREATED', 'DTSTAMP'].flatMap((name) => readTime(firstLine(part, name), findZone) ?? []);
  return made ?? { kind: 'zoned', wall: 0, zone: UTC };
}

const DAY = 24 * 3600;

function endOf(part: Part, start: EventTime, given: EventTime | null): EventTime {
  const least = start.kind === 'day' ? start.wall + DAY : start.wall;
  const duration = firstLine(part, 'DURATION');
  const seconds = duration ? parseDuration(rawValue(duration)) : null;
  const end = given ?? { ...start, wall: seconds === null ? least : start.wall + seconds };
  const isBefore =
    end.kind === start.kind && end.zone.name !== start.zone.name
      ? end.zone.momentOf(end.wall) < start.zone.momentOf(start.wall)
      : end.wall < least;
  if (!isBefore && end.kind === start.kind) return end;
  // An end of another kind than the start, or before it, says nothing.
  return { ...start, wall: least };
}

export function readOrganiser(part: Part): { name: string; email: string } | null {
  const line = firstLine(part, 'ORGANIZER');
  return line ? personOf(line) : null;
}

const ANSWERS: Record<string, Attendee['answer']> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};
const MOST_ATTENDEES = 500;

export function readAttendees(part: Part): Attendee[] {
  return part.lines
    .filter(({ name }) => name === 'ATTENDEE')
    .slice(0, MOST_ATTENDEES)
    .flatMap((line) => {
      const person = personOf(line);
      const answer = ANSWERS[(paramOf(line, 'PARTSTAT') ?? '').toUpperCase()] ?? 'waiting';
      const is_room = isResource(line) && { is_room: true as const };
      const role = roleOf(line);
      return person ? [{ ...person, answer, ...(role && { role }), ...is_room }] : [];
    });
}

function personOf(line: ContentLine): { name: string; email: string } | null {
  const email = rawValue(line)
    .replace(/^mailto:/i, '')
    .trim();
  if (!isValidAddress(email)) return null;
  return { name: nameOf(line), email };
}
