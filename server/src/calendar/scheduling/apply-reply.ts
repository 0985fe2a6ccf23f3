import { type FindZone, momentOf, readTime } from '../ical/event-time.ts';
import { ANSWERED, ANSWERS, answeredOn, type Guest, guestsOf, writePerson } from '../ical/guests.ts';
import { firstLine, rawValue } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { parseWall } from '../ical/written-times.ts';
import { findOccurrence, seriesOriginal } from '../occurrences/occurrences-of.ts';
import {
  createSaysSame,
  hasAnsweredApart,
  markedApart,
  roomForAnswers,
  withoutPastAnswers,
} from './answered-apart.ts';
import { partsByPlace, withPartAt } from './parts-of-object.ts';
import { comesBack, happensOtherwise } from './raise-sequence.ts';
import type { ReadMessage } from './read-message.ts';
import { sequenceOf, stampOf } from './versions.ts';

export type Replied = {
  /** Null where it changes nothing: it is doubled, older than one that is there, or of a version that is over. */
  source: Buffer | null;
  /** To so many dates of a series it is not kept: their answers have no room any more. */
  unkept: number;
};

/**
 * The text of the organiser with the answer of a guest, who has sent it: what a message says of others is not theirs to
 * say.
 */
export function applyReply(stored: Buffer, message: ReadMessage, guest: string, now: number): Replied {
  const answers = answersIn(readObject(stored), message, guest);
  const folded = withoutPastAnswers(stored, now, new Set(answers.keys()));
  const object = readObject(folded);
  const known = partsByPlace(object);
  const edits = createSourceEdits(object);
  for (const [place, answer] of answers) {
    if (answerIn(edits, object, known.get(place), answer) && place === '') {
      const others = [...known].flatMap(([other, one]) => (answers.has(other) ? [] : [one]));
      followAnswer(edits, object, others, answer);
    }
  }
  const fresh = [...answers].filter(([place]) => !known.has(place));
  const room = fresh.length === 0 ? 0 : roomForAnswers(object, guest);
  edits.insert(object.calendar.end.start, Buffer.concat(answeredOnes(edits.apply(), fresh.slice(0, room))));
  const source = edits.apply();
  return { source: source.equals(folded) ? null : source, unkept: Math.max(0, fresh.length - room) };
}

/**
 * To how many coming dates of a series a message of a guest says something that stands nowhere: their answers had no room.
 */
export function unkeptAnswers(stored: Buffer, message: ReadMessage, guest: string, now: number): number {
  const object = readObject(stored);
  const { main } = object;
  const asked = main && guestsOf(main.part).find(({ address }) => address === guest);
  if (!asked) return 0;
  const known = partsByPlace(object);
  const fresh = [...answersIn(object, message, guest)].filter(([place]) => !known.has(place));
  return fresh.slice(0, MOST_LOOKED_AT).filter(([place, { reply, me }]) => {
    if (me.answer === asked.answer || stampOf(reply) <= answeredAt(asked)) return false;
    if (firstLine(reply, 'SEQUENCE') && sequenceOf(reply) < sequenceOf(main.part)) return false;
    const found = findOccurrence(object, place);
    return found !== undefined && found.until > now;
  }).length;
}

const MOST_LOOKED_AT = 20;

type GivenAnswer = { reply: Part; me: Guest };

/** What a guest says of places of a series: the last that they say of each. */
function answersIn(object: CalendarObject, { parts }: ReadMessage, guest: string): Map<string, GivenAnswer> {
  const answers = new Map<string, GivenAnswer>();
  for (const reply of parts) {
    const me = guestsOf(reply).find(({ address }) => address === guest);
    const place = me && ANSWERS.includes(me.answer) ? placeIn(object, reply) : null;
    if (!me || place === null) continue;
    const before = answers.get(place);
    if (!before || stampOf(reply) > stampOf(before.reply)) answers.set(place, { reply, me });
  }
  return answers;
}

/** The place that a part of a message has in a series; null where it is none. */
export function placeIn(object: CalendarObject, part: Part): string | null {
  const line = firstLine(part, 'RECURRENCE-ID');
  if (!line) return '';
  // A zone that a message describes itself has a name that the invitation gave it.
  const time = readTime(line, object.findZone);
  return time && seriesOriginal(object, time);
}

/** Parts for those of a series that had none, with the answers to them. They are made of the series alone, which is short. */
function answeredOnes(source: Buffer, answers: [string, GivenAnswer][]): Buffer[] {
  if (answers.length === 0) return [];
  const object = readObject(source);
  const others = createSourceEdits(object);
  for (const { part } of object.changed) others.removePart(part);
  const series = others.apply();
  return answers.flatMap(([place, answer]) => {
    const apart = readObject(withPartAt(series, place, stampOf(answer.reply)) ?? series);
    const made = partsByPlace(apart).get(place);
    if (!made) return [];
    const marked = readObject(markedApart(apart, made));
    const edits = createSourceEdits(marked);
    if (!answerIn(edits, marked, partsByPlace(marked).get(place), answer)) return [];
    const text = edits.apply();
    const written = partsByPlace(readObject(text)).get(place)?.part;
    return written ? [text.subarray(written.begin.start, written.end.end)] : [];
  });
}

/** Writes an answer into a part; false where it is none to it. */
function answerIn(
  edits: SourceEdits,
  object: CalendarObject,
  target: EventPart | undefined,
  { reply, me }: GivenAnswer,
): boolean {
  const guest = target && guestsOf(target.part).find(({ address }) => address === me.address);
  if (!target || !guest) return false;
  const hasSequence = firstLine(reply, 'SEQUENCE') !== undefined;
  const isOlder = hasSequence && sequenceOf(reply) < sequenceOf(target.part);
  // CL-311: to the same time it is an answer still, as in the guest's own copy.
  if (isOlder && !isToSameTime(reply, target, object.findZone)) return false;
  if (stampOf(reply) <= answeredAt(guest)) return false;
  writeAnswer(edits, object, guest, { reply, me });
  return true;
}

/** CL-374: a guest knows nothing of single ones that others' answers have made, so the answer to the series is to them too. */
function followAnswer(
  edits: SourceEdits,
  object: CalendarObject,
  others: EventPart[],
  answer: GivenAnswer,
): void {
  const { main } = object;
  const saysSame = createSaysSame(object);
  for (const one of others) {
    const guest = guestsOf(one.part).find(({ address }) => address === answer.me.address);
    const isTheirs = main && guest && saysSame(one) && !hasAnsweredApart(main, one, guest.address);
    if (isTheirs) writeAnswer(edits, object, guest, answer);
  }
}

function writeAnswer(
  edits: SourceEdits,
  { lineBreak }: CalendarObject,
  { line }: Guest,
  { reply, me }: GivenAnswer,
): void {
  const changes = { PARTSTAT: me.answer, ...answeredOn(stampOf(reply)) };
  edits.replace(line, writePerson(line, changes, lineBreak));
}

/** Programs answer in UTC, and write rules in an order of their own. */
function isToSameTime(reply: Part, target: EventPart, findZone: FindZone): boolean {
  if (!happensOtherwise({ part: reply }, target.part)) return true;
  const start = readTime(firstLine(reply, 'DTSTART'), findZone);
  const end = readTime(firstLine(reply, 'DTEND'), findZone) ?? start;
  if (!start || !end || start.kind !== target.start.kind || comesBack({ part: reply }, target.part))
    return false;
  return (
    momentOf(start) === momentOf(target.start) &&
    momentOf(end) === momentOf(target.end) &&
    rulesOf(reply) === rulesOf(target.part)
  );
}

function rulesOf({ lines }: Part): string {
  return lines
    .filter(({ name }) => name === 'RRULE' || name === 'RDATE')
    .map((line) => `${line.name}:${rawValue(line).toUpperCase().split(';').toSorted().join(';')}`)
    .toSorted()
    .join('\n');
}

function answeredAt({ line }: Guest): number {
  const [written = ''] = line.params.find(({ name }) => name === ANSWERED)?.values ?? [];
  return parseWall(written)?.seconds ?? 0;
}
