import { type EventTime, momentOf, originalOf } from '../ical/event-time.ts';
import { guestsOf, organiserOf } from '../ical/guests.ts';
import { rawValue } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { originalIn } from '../occurrences/occurrences-of.ts';
import { declineOne } from './answer-event.ts';
import { partsByPlace, somePart } from './parts-of-object.ts';
import { isTooMuch, SchedulingFault } from './scheduling-fault.ts';

/** More at once are no answers of a person. */
const MOST_LEFT_OUT = 50;

/**
 * The text that a guest's program puts, as it is kept: what is the organiser's has to be as it was (RFC 6638, 3.2.2.1),
 * parts that the program has dropped stay, and what it leaves out of a series is declined.
 */
export function attendeeText(before: Buffer, given: Buffer, own: ReadonlySet<string>): Buffer {
  const old = readObject(before);
  refuseChanges(old, readObject(given), own);
  const whole = withDropped(old, given);
  const object = readObject(whole);
  const left = leftOut(old, object);
  if (left.length === 0) return whole;
  if (left.length > MOST_LEFT_OUT || isTooMuch(left.length, whole))
    throw forbidden('Too much is left out of the series at once');
  let text = withExceptionsOf(old, object);
  for (const place of left) text = declineOne(text, own, place) ?? text;
  return text;
}

function refuseChanges(old: CalendarObject, object: CalendarObject, own: ReadonlySet<string>): void {
  const organiser = organiserOf(somePart(old))?.address;
  const known = partsByPlace(old);
  for (const [place, one] of partsByPlace(object)) {
    if (organiserOf(one.part)?.address !== organiser) throw forbidden('Another organiser is another meeting');
    const counterpart = known.get(place) ?? old.main;
    if (!counterpart) throw forbidden('One is not asked to this one of the series');
    if (!isAt(counterpart, one)) throw forbidden('When it is, its organiser says');
    if (counterpart.title !== one.title || counterpart.place !== one.place) {
      throw forbidden('What it is called and where it is, its organiser says');
    }
    refusePeople(counterpart, one, own);
  }
}

function refusePeople(counterpart: EventPart, one: EventPart, own: ReadonlySet<string>): void {
  const asked = new Set(guestsOf(counterpart.part).map(({ address }) => address));
  const named = guestsOf(one.part).map(({ address }) => address);
  if (named.some((address) => !asked.has(address))) throw forbidden('Its organiser asks further people');
  const me = [...asked].find((address) => own.has(address));
  if (me !== undefined && !named.includes(me)) {
    throw forbidden('Who does not come declines, or deletes the event');
  }
}

/** At the same time, by the same rule. A part that was made for one of a series is where that one is. */
function isAt(counterpart: EventPart, one: EventPart): boolean {
  const length = ({ start, end }: EventPart) => momentOf(end) - momentOf(start);
  if (length(counterpart) !== length(one)) return false;
  if (counterpart.original === null && one.original !== null) return isSameTime(one.original, one.start);
  return isSameTime(counterpart.start, one.start) && ruleOf(counterpart) === ruleOf(one);
}

function isSameTime(one: EventTime, other: EventTime): boolean {
  return one.kind === other.kind && momentOf(one) === momentOf(other);
}

/** Programs write the pieces of a rule in their own order. */
function ruleOf({ part }: EventPart): string {
  return part.lines
    .filter(({ name }) => name === 'RRULE')
    .map((line) => rawValue(line).toUpperCase().split(';').toSorted().join(';'))
    .toSorted()
    .join('\n');
}

/** With the parts that the program has not put again, such as those that were cancelled. */
function withDropped(old: CalendarObject, given: Buffer): Buffer {
  const object = readObject(given);
  const there = partsByPlace(object);
  const edits = createSourceEdits(object);
  const dropped = [...partsByPlace(old)].flatMap(([place, { part }]) =>
    there.has(place) ? [] : [old.source.subarray(part.begin.start, part.end.end)],
  );
  if (dropped.length > 0) edits.insert(object.calendar.end.start, Buffer.concat(dropped));
  return edits.apply();
}

function exceptionsOf(object: CalendarObject): string[] {
  const { main } = object;
  if (!main) return [];
  return main.part.lines
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((line) => originalIn(object, line).map((moment) => originalOf(main.start.kind, moment)));
}

function leftOut(old: CalendarObject, object: CalendarObject): string[] {
  const before = new Set(exceptionsOf(old));
  return [...new Set(exceptionsOf(object))].filter((place) => !before.has(place));
}

function withExceptionsOf(old: CalendarObject, object: CalendarObject): Buffer {
  const { main } = object;
  if (!main) return object.source;
  const lines = old.main?.part.lines.filter(({ name }) => name === 'EXDATE') ?? [];
  const bytes = Buffer.concat(lines.map(({ start, end }) => old.source.subarray(start, end)));
  const edits = createSourceEdits(object);
  edits.setLine(main.part, 'EXDATE', bytes.length > 0 ? bytes : null);
  return edits.apply();
}

function forbidden(message: string): SchedulingFault {
  return new SchedulingFault('allowed-attendee-scheduling-object-change', message);
}
