import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { momentOf } from '../ical/event-time.ts';
import { ANSWERED, guestsOf } from '../ical/guests.ts';
import { OBJECT_BOUNDS } from '../ical/object-bounds.ts';
import { paramOf } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { writeLine } from '../ical/write-lines.ts';
import { isAtItsPlace } from '../objects/series-parts.ts';
import { partsByPlace } from './parts-of-object.ts';
import { SERIES } from './raise-sequence.ts';

/**
 * A single one of a series that an answer has made, and that its guests have never been told of: it says what the series
 * says, and only its answers are its own.
 */
const MARK = 'X-BOCAU-ANSWERED-APART';
const DAY = 24 * 3600;

/** When a part was written and which one of the series it is. */
const OF_PART = [...SERIES, 'RECURRENCE-ID', 'DTSTAMP', 'SEQUENCE', 'CREATED', 'LAST-MODIFIED', MARK];
/** What answers change of a line that names a person. */
const OF_ANSWER = ['PARTSTAT', 'RSVP', 'SCHEDULE-STATUS', ANSWERED];

/** Whether a single one differs from its series by the answers of its guests alone. */
export function createSaysSame({ main, source }: CalendarObject): (one: EventPart) => boolean {
  if (!main) return () => false;
  const said = saidIn(main.part, source);
  return (one) => isAtItsPlace(one, main) && saidIn(one.part, source) === said;
}

function saidIn({ lines, parts }: Part, source: Buffer): string {
  const said = lines.filter(({ name }) => !OF_PART.includes(name)).map(saidBy);
  const inside = parts.map(({ begin, end }) => source.toString('latin1', begin.start, end.end));
  return [...said, ...inside].toSorted().join('\n');
}

function saidBy({ name, params, value }: ContentLine): string {
  const isPerson = name === 'ATTENDEE' || name === 'ORGANIZER';
  const kept = params.filter((param) => !(isPerson && OF_ANSWER.includes(param.name)));
  return `${[name, ...kept.map(({ raw }) => raw).toSorted()].join(';')}:${value.toString('latin1')}`;
}

/**
 * Whether a guest has answered a single one by itself. What stands there of an answer that was given to the series is as
 * old as the single one.
 */
export function hasAnsweredApart(main: EventPart, one: EventPart, address: string): boolean {
  const [ofSeries, ofOne] = [main, one].map(({ part }) =>
    guestsOf(part).find((guest) => guest.address === address),
  );
  if (!ofSeries || !ofOne) return ofSeries !== ofOne;
  const [known, given] = [ofSeries, ofOne].map(({ line }) => paramOf(line, ANSWERED));
  return given === undefined ? known === undefined && ofSeries.answer !== ofOne.answer : given !== known;
}

export function isMarkedApart({ part }: EventPart): boolean {
  return part.lines.some(({ name }) => name === MARK);
}

/** The text with the mark of a single one that an answer has made. */
export function markedApart(object: CalendarObject, { part }: EventPart): Buffer {
  const edits = createSourceEdits(object);
  edits.setLine(part, MARK, writeLine(MARK, 'TRUE', object.lineBreak));
  return edits.apply();
}

/** The text in which those that say something else than their series now have no mark any more: guests hear of them. */
export function withoutFalseMarks(text: Buffer): Buffer {
  if (!text.includes(MARK)) return text;
  const object = readObject(text);
  const saysSame = createSaysSame(object);
  const edits = createSourceEdits(object);
  for (const one of object.changed) {
    if (isMarkedApart(one) && !saysSame(one)) edits.setLine(one.part, MARK, null);
  }
  return edits.apply();
}

/** The text without the single ones that are over and differ by answers alone; those at `kept` places stay. */
export function withoutPastAnswers(text: Buffer, now: number, kept: ReadonlySet<string> = new Set()): Buffer {
  const object = readObject(text);
  if (!object.main || object.changed.length === 0) return text;
  const saysSame = createSaysSame(object);
  const edits = createSourceEdits(object);
  for (const [place, one] of partsByPlace(object)) {
    // A day later: what has no zone is over somewhere else.
    const isOver = momentOf(one.end) + DAY < now;
    if (place !== '' && isOver && !kept.has(place) && saysSame(one)) edits.removePart(one.part);
  }
  return edits.apply();
}

/** Of what an object may hold, single ones that answers make take half, and leave a quarter of it free. */
const OF_ANSWERS = 1 / 2;
const FILLED = 3 / 4;
/** So many of those has one guest, so that nobody takes what the others need; a few in any case. */
const OF_ONE_GUEST = 1 / 4;
const A_FEW = 4;

/** For how many more dates by themselves a guest's answers have room. */
export function roomForAnswers(object: CalendarObject, guest: string): number {
  const { main, changed, source } = object;
  if (!main) return 0;
  const saysSame = createSaysSame(object);
  const answered = changed.filter(saysSame);
  const { bytes, lines, singles } = OBJECT_BOUNDS;
  const one = sizeOf(main.part);
  const sizes = [
    { most: bytes, used: source.length, byAnswers: sum(answered, 'bytes'), each: one.bytes },
    { most: lines, used: linesOf(object.calendar), byAnswers: sum(answered, 'lines'), each: one.lines },
    { most: singles, used: changed.length, byAnswers: answered.length, each: 1 },
  ];
  const room = sizes.map(({ most, used, byAnswers, each }) =>
    Math.floor(Math.min(most * OF_ANSWERS - byAnswers, most * FILLED - used) / each),
  );
  const share = sizes.map(({ most, each }) => Math.floor((most * OF_ANSWERS * OF_ONE_GUEST) / each));
  const own = answered.filter((other) => hasAnsweredApart(main, other, guest)).length;
  return Math.max(0, Math.min(...room, Math.max(A_FEW, Math.min(...share)) - own));
}

function sum(parts: EventPart[], what: 'bytes' | 'lines'): number {
  return parts.reduce((total, { part }) => total + sizeOf(part)[what], 0);
}

function sizeOf(part: Part): { bytes: number; lines: number } {
  return { bytes: part.end.end - part.begin.start, lines: linesOf(part) };
}

function linesOf({ lines, parts }: Part): number {
  return parts.reduce((total, inside) => total + linesOf(inside), lines.length + 2);
}
