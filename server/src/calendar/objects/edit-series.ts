import type { EventFields, EventGuest } from '@bocau/contract/calendar.ts';
import type { EventFile } from '@bocau/contract/event-files.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { filesOf, setFiles } from '../ical/attached-files.ts';
import { editPart } from '../ical/edit-part.ts';
import { invalidEvent } from '../ical/event-fields.ts';
import { type EventTime, momentOf, originalOf } from '../ical/event-time.ts';
import { setGuestsMay } from '../ical/guest-rights.ts';
import { type Guest, guestsOf } from '../ical/guests.ts';
import { setHiding } from '../ical/hidden-guests.ts';
import { LUNAR_PROPERTY } from '../ical/lunar-lines.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { setGuests } from '../ical/set-guests.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { writeMoment, writeTime } from '../ical/write-lines.ts';
import { type FoundOccurrence, originalIn } from '../occurrences/occurrences-of.ts';
import { followSeries } from './follow-series.ts';
import { isAtItsPlace, keepTimes, occurrenceOf, placeInSeries, singlesOf, timeAt } from './series-parts.ts';
import { zoneOf } from './write-object.ts';

type Edit = { fields: Partial<EventFields>; organiser?: MailAddress | undefined; now: number };

/** Lines that belong to a series, and to none of its single ones. */
const OF_SERIES = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE', LUNAR_PROPERTY];

/**
 * The series, or what happens once. Single changed ones follow in what they didn't change, their times too; a moved one stays
 * where it is, with its place in the series.
 */
export function editAll(source: Buffer, { fields, organiser, now }: Edit): Buffer {
  const object = readObject(source);
  const before = object.main ?? object.changed[0];
  if (!before) throw invalidEvent('original', 'There is nothing to change');
  const edits = createSourceEdits(object);
  const { lineBreak } = object;
  const start = editPart(edits, before.part, { fields, before, organiser, lineBreak, now });
  followSeries(edits, object, fields, now);
  if (object.main && (fields.guests || fields.rooms)) followGuests(edits, object, fields, organiser);
  if (object.main && fields.files) followFiles(edits, object, fields.files);
  if (object.main && fields.is_private !== undefined) {
    for (const { part } of object.changed) edits.setLine(part, 'CLASS', null);
  }
  if (object.main && fields.hides_guests !== undefined) {
    for (const { part } of object.changed) setHiding(edits, part, fields.hides_guests, lineBreak);
  }
  if (object.main && fields.guests_may !== undefined) {
    for (const { part } of object.changed) setGuestsMay(edits, part, fields.guests_may, lineBreak);
  }
  if (fields.start) describeZone(edits, object, start);
  if (object.main && start.kind === before.start.kind) {
    const shift = start.wall - before.start.wall;
    if (shift !== 0 || start.zone.name !== before.start.zone.name)
      moveSingles(edits, object, { start, shift });
  }
  const edited = edits.apply();
  return fields.start || fields.end ? moveAlong(edited, object, now) : edited;
}

/** Who comes to a series or leaves it does so in its single ones, which may have other guests besides. */
function followGuests(
  edits: SourceEdits,
  { main, changed, lineBreak }: CalendarObject,
  { guests, rooms }: Partial<EventFields>,
  organiser: MailAddress | undefined,
): void {
  if (!main) return;
  const before = new Map(guestsOf(main.part).map((one) => [one.address, one.isOptional]));
  const followed = (wanted: EventGuest[], part: Part, isOfRooms: boolean): EventGuest[] => {
    const after = new Map(wanted.map((one) => [foldAddress(one.email), one.is_optional === true]));
    const come = wanted.filter(({ email }) => !before.has(foldAddress(email)));
    const stay = guestsOf(part).filter(
      ({ address, isResource }) => isResource === isOfRooms && (after.has(address) || !before.has(address)),
    );
    // Who may stay away from the series now, or no longer, so does from all of it.
    const isOptional = (one: Guest) => {
      const next = after.get(one.address);
      return next === undefined || next === before.get(one.address) ? one.isOptional : next;
    };
    const kept = stay.map((one) => ({
      ...{ name: one.name, email: one.email },
      ...(isOptional(one) && { is_optional: true as const }),
    }));
    return [...kept, ...come];
  };
  for (const { part } of changed) {
    setGuests(edits, part, {
      guests: guests && followed(guests, part, false),
      rooms: rooms && followed(rooms, part, true),
      ...{ organiser, lineBreak },
    });
  }
}

/** Files come to the single ones of a series and leave them as they do of the rest. */
function followFiles(
  edits: SourceEdits,
  { main, changed, lineBreak }: CalendarObject,
  wanted: readonly EventFile[],
): void {
  const before = new Set(main ? filesOf(main.part).map(({ url }) => url) : []);
  const after = new Set(wanted.map(({ url }) => url));
  const come = wanted.filter(({ url }) => !before.has(url));
  for (const { part } of changed) {
    const stay = filesOf(part).filter(({ url }) => after.has(url) || !before.has(url));
    setFiles(edits, part, [...stay, ...come], lineBreak);
  }
}

/** What is added, excluded or changed singly is named by when it is in the series: that moves with the series. */
export function moveSingles(
  edits: SourceEdits,
  object: CalendarObject,
  { start, shift }: { start: EventTime; shift: number },
): void {
  const { main, changed, lineBreak } = object;
  if (!main) return;
  const moved = (moment: number): EventTime => ({ ...start, wall: main.start.zone.wallOf(moment) + shift });
  for (const { part, original } of changed) {
    if (original)
      edits.setLine(part, 'RECURRENCE-ID', writeTime('RECURRENCE-ID', moved(momentOf(original)), lineBreak));
  }
  for (const line of main.part.lines.filter(({ name }) => name === 'EXDATE' || name === 'RDATE')) {
    const times = originalIn(object, line);
    edits.replace(line, Buffer.concat(times.map((moment) => writeTime(line.name, moved(moment), lineBreak))));
  }
}

/** CL-378: single ones that were when the series had them, as with another title or an answer, go where it has them now. */
function moveAlong(edited: Buffer, { main: before, changed }: CalendarObject, now: number): Buffer {
  const object = readObject(edited);
  const { main, lineBreak } = object;
  if (!before || main?.start.kind !== before.start.kind) return edited;
  const edits = createSourceEdits(object);
  for (const [at, { part, original }] of object.changed.entries()) {
    const was = changed[at];
    if (!original || !was || was.isCancelled || !isAtItsPlace(was, before)) continue;
    const start = timeAt(main.start, momentOf(original));
    const end = { ...main.end, wall: start.wall + main.end.wall - main.start.wall };
    edits.setLine(part, 'DTSTART', writeTime('DTSTART', start, lineBreak));
    edits.setLine(part, 'DTEND', writeTime('DTEND', end, lineBreak));
    edits.setLine(part, 'DURATION', null);
    edits.setLine(part, 'DTSTAMP', writeMoment('DTSTAMP', now, lineBreak));
  }
  return edits.apply();
}

/** The text with an occurrence that was left out of its series. */
function withExcluded(source: Buffer, original: string): Buffer {
  const object = readObject(source);
  const { main } = object;
  if (!main) return source;
  const edits = createSourceEdits(object);
  keepTimes(edits, object, ['EXDATE'], (moment) => originalOf(main.start.kind, moment) !== original);
  return edits.apply();
}

/** One of a series by itself. One that was left out comes back. */
export function editOne(given: Buffer, original: string, { fields, organiser, now }: Edit): Buffer {
  const source = withExcluded(given, original);
  const object = readObject(source);
  const found = occurrenceOf(object, original);
  const edits = createSourceEdits(object);
  const { lineBreak } = object;
  const single = { ...fields };
  delete single.rule;
  delete single.hides_guests;
  delete single.guests_may;
  if (found.part.original !== null) {
    const start = editPart(edits, found.part.part, {
      ...{ fields: single, before: found.part, organiser, lineBreak, now },
    });
    if (fields.start) describeZone(edits, object, start);
    return edits.apply();
  }
  const apart = readObject(withSingle(object, found));
  const made = apart.changed.find(
    (one) => one.original && originalOf(found.kind, momentOf(one.original)) === original,
  );
  if (!made) throw new Error('a single one was made');
  const more = createSourceEdits(apart);
  const start = editPart(more, made.part, { fields: single, before: made, organiser, lineBreak, now });
  if (fields.start) describeZone(more, apart, start);
  return more.apply();
}

/** The text with a part for an occurrence that had none; it says what the series says. */
function withSingle(object: CalendarObject, { at, until, part }: FoundOccurrence): Buffer {
  const { source, lineBreak } = object;
  const [start, end] = [timeAt(part.start, at), timeAt(part.end, until)];
  const lines = part.part.lines.flatMap((line) => {
    if (OF_SERIES.includes(line.name) || line.name === 'DURATION') return [];
    if (line.name === 'DTSTART') {
      return [
        writeTime('RECURRENCE-ID', start, lineBreak),
        writeTime('DTSTART', start, lineBreak),
        writeTime('DTEND', end, lineBreak),
      ];
    }
    return line.name === 'DTEND' ? [] : [source.subarray(line.start, line.end)];
  });
  const inside = part.part.parts.map(({ begin, end: last }) => source.subarray(begin.start, last.end));
  const { begin, end: last } = part.part;
  const made = [
    source.subarray(begin.start, begin.end),
    ...lines,
    ...inside,
    source.subarray(last.start, last.end),
  ];
  const edits = createSourceEdits(object);
  edits.insert(last.end, Buffer.concat(made));
  return edits.apply();
}

/** Leaves one of a series out. */
export function dropOne(source: Buffer, original: string): Buffer {
  const object = readObject(source);
  const { main, lineBreak } = object;
  const edits = createSourceEdits(object);
  for (const one of singlesOf(object, (other) => other === original)) edits.removePart(one.part);
  if (main) {
    const moment = placeInSeries(object, original);
    const at = main.part.lines.find(({ name }) => name === 'DTSTART')?.end ?? main.part.begin.end;
    edits.insert(at, writeTime('EXDATE', timeAt(main.start, moment), lineBreak));
  }
  return edits.apply();
}

/** A time in a zone that the text does not describe yet brings its description. */
export function describeZone(
  edits: SourceEdits,
  { calendar, lineBreak }: CalendarObject,
  time: EventTime,
): void {
  if (time.kind !== 'zoned' || time.zone.name === 'UTC') return;
  const isDescribed = calendar.parts.some(
    (part) =>
      part.name === 'VTIMEZONE' &&
      part.lines.some((line) => line.name === 'TZID' && line.value.toString().trim() === time.zone.name),
  );
  const first = calendar.parts[0];
  if (!isDescribed && first) edits.insert(first.begin.start, zoneOf(time, lineBreak));
}
