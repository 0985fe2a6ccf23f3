import { type FindZone, momentOf, readTime } from '../ical/event-time.ts';
import { ANSWERED, ANSWERS, type Guest, guestsOf, writePerson } from '../ical/guests.ts';
import { firstLine, rawValue } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { parseWall, writeWall } from '../ical/written-times.ts';
import { seriesOriginal } from '../occurrences/occurrences-of.ts';
import { partsByPlace, withPartAt } from './parts-of-object.ts';
import { comesBack, happensOtherwise } from './raise-sequence.ts';
import type { ReadMessage } from './read-message.ts';
import { sequenceOf, stampOf } from './versions.ts';

/**
 * The text of the organiser with the answer of a guest, who has sent it: what a message says of others is not theirs to
 * say. Null where it changes nothing: it is doubled, older than one that is there, or of a version that is over.
 */
export function applyReply(stored: Buffer, { parts }: ReadMessage, guest: string): Buffer | null {
  let source = stored;
  for (const part of parts) {
    const me = guestsOf(part).find(({ address }) => address === guest);
    if (me && ANSWERS.includes(me.answer))
      source = withAnswer(source, part, me, placeIn(readObject(source), part)) ?? source;
  }
  return source === stored ? null : source;
}

/** The place that a part of a message has in a series; null where it is none. */
export function placeIn(object: CalendarObject, part: Part): string | null {
  const line = firstLine(part, 'RECURRENCE-ID');
  if (!line) return '';
  // A zone that a message describes itself has a name that the invitation gave it.
  const time = readTime(line, object.findZone);
  return time && seriesOriginal(object, time);
}

function withAnswer(source: Buffer, reply: Part, me: Guest, place: string | null): Buffer | null {
  if (place === null) return null;
  const apart = withPartAt(source, place, stampOf(reply));
  if (!apart) return null;
  const object = readObject(apart);
  const target = partsByPlace(object).get(place);
  const guest = target && guestsOf(target.part).find(({ address }) => address === me.address);
  if (!target || !guest) return null;
  const hasSequence = firstLine(reply, 'SEQUENCE') !== undefined;
  const isOlder = hasSequence && sequenceOf(reply) < sequenceOf(target.part);
  // CL-311: to the same time it is an answer still, as in the guest's own copy.
  if (isOlder && !isToSameTime(reply, target, object.findZone)) return null;
  const stamp = stampOf(reply);
  if (stamp <= answeredAt(guest)) return null;
  const edits = createSourceEdits(object);
  const changes = { PARTSTAT: me.answer, [ANSWERED]: `${writeWall(stamp, false)}Z` };
  edits.replace(guest.line, writePerson(guest.line, changes, object.lineBreak));
  return edits.apply();
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
