import { momentOf } from '../ical/event-time.ts';
import { ANSWERED, guestsOf, isOwnRoom, UNANSWERED, writePerson } from '../ical/guests.ts';
import { paramOf } from '../ical/part-values.ts';
import { type EventPart, readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { writeLine } from '../ical/write-lines.ts';
import type { ProposalRow } from '../proposals/proposals.store.ts';
import { hasProposed } from '../proposals/standing-proposals.ts';
import { partsByPlace } from './parts-of-object.ts';
import { HIGHEST_SEQUENCE, sequenceOf } from './versions.ts';

const TIMES = ['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE'];
const LEFT_OUT = 'EXDATE';
/** Which ones of a series there are. */
export const SERIES = [...TIMES, LEFT_OUT];
/** What guests plan by. */
export const PLANNED_BY = [...SERIES, 'LOCATION', 'STATUS'];

/**
 * The text of an organiser after an edit, with SEQUENCE raised in the parts of which time, rule or place changed (RFC
 * 5546, 2.1.4), and in no others.
 */
export function raiseSequence(before: Buffer, after: Buffer): Buffer {
  return withSequences(before, after, (known, one, isSame) =>
    Math.max(sequenceOf(one.part), sequenceOf(known.part) + (isSame ? 0 : 1)),
  );
}

/**
 * The text in which parts that are planned as others know them have the version that others know, so that answers to it
 * count: a change that was taken back before anybody heard of it is none (CL-333).
 */
export function withToldSequence(told: Buffer, text: Buffer): Buffer {
  return withSequences(told, text, (known, one, isSame) =>
    isSame ? Math.min(sequenceOf(one.part), sequenceOf(known.part)) : sequenceOf(one.part),
  );
}

/** The text in which each part is a later version than any part of the others. */
export function withSequenceAbove(source: Buffer, others: readonly Buffer[]): Buffer {
  const known = others.flatMap((other) => [...partsByPlace(readObject(other)).values()]);
  const above = Math.min(Math.max(...known.map(({ part }) => sequenceOf(part))) + 1, HIGHEST_SEQUENCE);
  const object = readObject(source);
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values()) {
    if (sequenceOf(part) < above)
      edits.setLine(part, 'SEQUENCE', writeLine('SEQUENCE', String(above), object.lineBreak));
  }
  return edits.apply();
}

/** The text with the SEQUENCE that each part gets beside its counterpart in the text before. */
function withSequences(
  before: Buffer,
  after: Buffer,
  sequenceFor: (known: EventPart, one: EventPart, isSame: boolean) => number,
): Buffer {
  const [old, object] = [readObject(before), readObject(after)];
  const known = partsByPlace(old);
  const edits = createSourceEdits(object);
  for (const [place, one] of partsByPlace(object)) {
    const counterpart = known.get(place) ?? old.main;
    const isSame =
      counterpart && isPlannedAs(counterpart, one, PLANNED_BY) && !isMovedAlong(old.main, object.main, one);
    const sequence = counterpart ? sequenceFor(counterpart, one, isSame === true) : sequenceOf(one.part);
    if (sequence !== sequenceOf(one.part))
      edits.setLine(one.part, 'SEQUENCE', writeLine('SEQUENCE', String(sequence), object.lineBreak));
  }
  return edits.apply();
}

/**
 * Whether something happens at a time to which nobody was asked. That some of a series are left out is none: an answer is to
 * the rest as well.
 */
export function happensOtherwise(before: Pick<EventPart, 'part'>, part: EventPart['part']): boolean {
  return !isSame(before, part, TIMES) || comesBack(before, part);
}

export function comesBack(before: Pick<EventPart, 'part'>, part: EventPart['part']): boolean {
  const left = leftOut(part);
  return leftOut(before.part).some((day) => !left.includes(day));
}

function leftOut(part: EventPart['part']): string[] {
  return part.lines
    .filter(({ name }) => name === LEFT_OUT)
    .flatMap(({ value }) => value.toString('latin1').split(','));
}

/**
 * The text with all guests asked again where something happens at another time than they were told, and elsewhere with the
 * answers that they gave; whoever has proposed that time comes. Who was taken out and asked back before anybody heard of it has answered all the same.
 */
export function askAgain(
  told: Buffer,
  current: Buffer,
  { own, proposals = [] }: { own: ReadonlySet<string>; proposals?: readonly ProposalRow[] },
): Buffer {
  const [old, object] = [readObject(told), readObject(current)];
  const known = partsByPlace(old);
  const edits = createSourceEdits(object);
  for (const [place, one] of partsByPlace(object)) {
    const counterpart = known.get(place) ?? old.main;
    if (!counterpart) continue;
    const isSameTime =
      isPlannedAs(counterpart, one, TIMES) &&
      !comesBack(counterpart, one.part) &&
      !isMovedAlong(old.main, object.main, one);
    const given = new Map(guestsOf(counterpart.part).map((guest) => [guest.address, guest]));
    for (const { address, line, answer } of guestsOf(one.part)) {
      // A room has answered already.
      if (own.has(address) || isOwnRoom(line)) continue;
      const before = given.get(address);
      if (before && isSameTime && answer === UNANSWERED && before.answer !== UNANSWERED) {
        const changes = { PARTSTAT: before.answer, [ANSWERED]: paramOf(before.line, ANSWERED) ?? null };
        edits.replace(line, writePerson(line, changes, object.lineBreak));
      }
      const comes = !isSameTime && hasProposed(proposals, address, { ...one, place });
      if (isSameTime || (answer === UNANSWERED && !comes)) continue;
      const changes = comes ? { PARTSTAT: 'ACCEPTED', RSVP: null } : { PARTSTAT: UNANSWERED, RSVP: 'TRUE' };
      edits.replace(line, writePerson(line, changes, object.lineBreak));
    }
  }
  return edits.apply();
}

/** CL-378: one of a series that is at its place there, where the series has moved. */
function isMovedAlong(
  before: EventPart | null,
  main: EventPart | null,
  { start, original }: EventPart,
): boolean {
  if (!before || !main || original === null || momentOf(start) !== momentOf(original)) return false;
  return !isSame(before, main.part, ['DTSTART', 'DTEND', 'DURATION']);
}

/** A part that was made for one of a series is as the series where it happens when that one would have been. */
export function isPlannedAs(counterpart: EventPart, one: EventPart, names: readonly string[]): boolean {
  if (counterpart.original !== null || one.original === null) return isSame(counterpart, one.part, names);
  const others = names.filter((name) => !SERIES.includes(name));
  const lengthOf = ({ start, end }: EventPart) => momentOf(end) - momentOf(start);
  return (
    momentOf(one.start) === momentOf(one.original) &&
    lengthOf(one) === lengthOf(counterpart) &&
    isSame(counterpart, one.part, others)
  );
}

export function isSame(
  one: Pick<EventPart, 'part'>,
  part: EventPart['part'],
  names: readonly string[],
): boolean {
  return names.every((name) => linesOf(one.part, name) === linesOf(part, name));
}

function linesOf(part: EventPart['part'], name: string): string {
  return part.lines
    .filter((line) => line.name === name)
    .map(({ params, value }) => `${params.map(({ raw }) => raw).join(';')}:${value.toString('latin1')}`)
    .toSorted()
    .join('\n');
}
