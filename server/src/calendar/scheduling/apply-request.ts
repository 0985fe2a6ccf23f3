import { type Guest, guestsOf, organiserOf, UNANSWERED, writePerson } from '../ical/guests.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { writeLine } from '../ical/write-lines.ts';
import type { ProposalRow } from '../proposals/proposals.store.ts';
import { hasProposed } from '../proposals/standing-proposals.ts';
import { snoozesOf } from '../reminders/alarms-of.ts';
import { withoutAnswer } from './answer-event.ts';
import { partsByPlace } from './parts-of-object.ts';
import { happensOtherwise, isSame, SERIES } from './raise-sequence.ts';
import { objectOf, type ReadMessage } from './read-message.ts';
import { isLater, stampOf, versionOf } from './versions.ts';

/**
 * The text of a guest with what the organiser asks them to. Null where it changes nothing: each part of it is there, or a
 * later one. Throws an `ObjectFault` for what can't be kept.
 */
export function applyRequest(
  stored: Buffer | null,
  message: ReadMessage,
  own: ReadonlySet<string>,
  proposals: readonly ProposalRow[] = [],
): Buffer | null {
  const given = objectOf(message);
  if (stored === null) return given.source;
  const object = readObject(stored);
  const known = partsByPlace(object);
  const news = new Map<string, Buffer>();
  for (const [place, one] of partsIn(object, given)) {
    const counterpart = known.get(place);
    if (counterpart && !isLater(versionOf(one.part), versionOf(counterpart.part))) continue;
    // Of a series that was moved since, it has another place.
    const isOfOlder = object.main !== null && stampOf(one.part) < stampOf(object.main.part);
    if (!counterpart && isOfOlder) continue;
    const isHidden = (counterpart ?? object.main)?.isPrivate === true;
    const stored = { object, part: counterpart, isHidden };
    const comes = [...own].some((address) => hasProposed(proposals, address, { ...one, place }));
    news.set(place, ownPart(given, one, { ...stored, comes }, own));
  }
  if (news.size === 0) return null;
  return assemble(object, given, { news, own });
}

/** Where an invitation is to one of a series alone, its place is that in the series that is known. */
function partsIn(object: CalendarObject, given: CalendarObject): Map<string, EventPart> {
  if (given.main || !object.main) return partsByPlace(given);
  const parts = partsByPlace({ ...given, main: object.main });
  parts.delete('');
  return parts;
}

/**
 * The text of an event that is not known yet. Nobody has answered it here, whatever its message says. Null where it asks
 * somebody else.
 */
export function takeInvitation(message: ReadMessage, own: ReadonlySet<string>): Buffer | null {
  return withoutAnswer(objectOf(message).source, own);
}

type Stored = {
  object: CalendarObject;
  part: EventPart | undefined;
  isHidden: boolean;
  /** The guest has proposed this very time. */
  comes: boolean;
};

/**
 * A part with what is the guest's own: their alarms, their answer as long as it is to the same time, and that it is
 * private, so that an update shows nobody what they have hidden.
 */
function ownPart(
  given: CalendarObject,
  one: EventPart,
  { object: { source }, part: known, isHidden, comes }: Stored,
  own: ReadonlySet<string>,
): Buffer {
  const { part } = one;
  const { lineBreak } = given;
  const edits = createSourceEdits(given);
  if (isHidden && !one.isPrivate) edits.setLine(part, 'CLASS', writeLine('CLASS', 'PRIVATE', lineBreak));
  if (known) keepOwn(edits, part, { source, known, own, lineBreak, comes });
  const edited = readObject(edits.apply());
  const same = [edited.main, ...edited.changed].find((other) => other?.part.begin.start === part.begin.start);
  const written = (same as EventPart).part;
  return edited.source.subarray(written.begin.start, written.end.end);
}

type Kept = { source: Buffer; known: EventPart; own: ReadonlySet<string>; lineBreak: string; comes: boolean };

/** Alarms and answer of the part that is known. */
function keepOwn(edits: SourceEdits, part: Part, { source, known, own, lineBreak, comes }: Kept): void {
  const before = known.part;
  const isMoved = happensOtherwise(known, part);
  // A reminder that was put off is of the time that it was for.
  const gone = isMoved ? snoozesOf(before) : [];
  const alarms = before.parts
    .filter((alarm) => !gone.includes(alarm))
    .map(({ begin, end }) => source.subarray(begin.start, end.end));
  if (alarms.length > 0) edits.insert(part.end.start, Buffer.concat(alarms));
  const me = guestsOf(part).find(({ address }) => own.has(address));
  const answer = guestsOf(before).find(({ address }) => own.has(address))?.answer;
  if (me && isMoved && comes) {
    edits.replace(me.line, writePerson(me.line, { PARTSTAT: 'ACCEPTED', RSVP: null }, lineBreak));
    return;
  }
  if (me && answer && !isMoved) {
    // Who is asked again after it was called off has answered what the organiser knows, and else nothing.
    const isAskedAnew = known.isCancelled && me.answer !== answer;
    const PARTSTAT = isAskedAnew ? UNANSWERED : answer;
    edits.replace(me.line, writePerson(me.line, { PARTSTAT }, lineBreak));
  }
}

/** The stored text with the new parts in the places of the old ones, and the zones that they name. */
function assemble(
  object: CalendarObject,
  given: CalendarObject,
  { news, own }: { news: Map<string, Buffer>; own: ReadonlySet<string> },
): Buffer {
  const known = partsByPlace(object);
  const edits = createSourceEdits(object);
  const { main } = object;
  const isOtherSeries =
    main !== null && given.main !== null && news.has('') && !isSame(main, given.main.part, SERIES);
  const isAlone = given.main !== null && news.has('') && othersIn(given.main.part, own).length === 0;
  for (const [place, { part }] of known) {
    const bytes = news.get(place);
    if (bytes) edits.replace({ start: part.begin.start, end: part.end.end }, bytes);
    // Single ones of a series that is another one now say nothing, unless they came with it.
    else if (isOtherSeries && place !== '') edits.removePart(part);
    else if (isAlone && place !== '') hideOthers(edits, part, own);
  }
  const added = [...news].filter(([place]) => !known.has(place)).map(([, bytes]) => bytes);
  if (added.length > 0) edits.insert(object.calendar.end.start, Buffer.concat(added));
  const zones = zonesOf(given).filter(([name]) => !zonesOf(object).some(([other]) => other === name));
  const first = object.calendar.parts[0];
  if (first) edits.insert(first.begin.start, Buffer.concat(zones.map(([, bytes]) => bytes)));
  return edits.apply();
}

/** Who else is asked, as far as a guest is told. */
function othersIn(part: Part, own: ReadonlySet<string>): Guest[] {
  const organiser = organiserOf(part)?.address;
  return guestsOf(part).filter(
    ({ address, isResource }) => address !== organiser && !isResource && !own.has(address),
  );
}

/** CL-306: one of a series that its guest has answered apart named all of them, as the series did then. */
function hideOthers(edits: SourceEdits, part: Part, own: ReadonlySet<string>): void {
  for (const { line } of othersIn(part, own)) edits.remove(line);
}

function zonesOf({ calendar, source }: CalendarObject): [string, Buffer][] {
  return calendar.parts
    .filter(({ name }) => name === 'VTIMEZONE')
    .map(({ lines, begin, end }) => [
      lines
        .find(({ name }) => name === 'TZID')
        ?.value.toString()
        .trim() ?? '',
      source.subarray(begin.start, end.end),
    ]);
}
