import { LIMITS } from '@bocau/contract/limits.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { type EventTime, momentOf, originalOf, readTimes, type TimeKind } from '../ical/event-time.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import { rawValue } from '../ical/part-values.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import { parseWall } from '../ical/written-times.ts';
import { type Effort, expandRule, TooMuchEffort } from '../recurrence/expand-rule.ts';
import { parseRule, type ReadUntil } from '../recurrence/parse-rule.ts';
import type { Rule } from '../recurrence/rule.ts';

/** Moments; of what has no zone, those that it would be in Greenwich. */
export type Span = { from: number; to: number };

export type FoundOccurrence = {
  /** Which one of the series, also where it was moved; empty for what happens once. */
  original: string;
  /** The part that says what happens: the series, or the changed one. */
  part: EventPart;
  kind: TimeKind;
  at: number;
  until: number;
};

/** Days looked at and times found: enough for a rule of each day over centuries, and done in some 50 ms. */
const EFFORT = 300_000;
const DAY = 24 * 3600;

export function repeats({ main, changed }: CalendarObject): boolean {
  if (changed.length > 0) return true;
  return main?.part.lines.some(({ name }) => name === 'RRULE' || name === 'RDATE') ?? false;
}

/**
 * What happens within a span, in no order. Throws an `ObjectFault` where there is more than a calendar is for, or
 * where finding it out would take too long.
 */
export function occurrencesOf(object: CalendarObject, span: Span): FoundOccurrence[] {
  const { main, changed } = object;
  const singles = changed.flatMap((part) => {
    const original = part.original && seriesOriginal(object, part.original);
    return original ? [single(part, original)] : [];
  });
  const found = singles.filter(({ part }) => !part.isCancelled);
  if (main && !repeats(object)) found.push(single(main, ''));
  else if (main)
    found.push(...ofSeries(object, main, span, new Set(singles.map(({ original }) => original))));
  return found.filter(({ at, until }) => at < span.to && (until > span.from || at >= span.from));
}

function single(part: EventPart, original: string): FoundOccurrence {
  const { start, end } = part;
  return { original, part, kind: start.kind, at: momentOf(start), until: momentOf(end) };
}

/** The moments of a line of the series that names some of its own (EXDATE, RDATE). */
export function originalIn(object: CalendarObject, line: ContentLine): number[] {
  return readTimes(line, object.findZone).map((time) => seriesMoment(object, time));
}

/** An occurrence by its place in the series; undefined where the series has none there. */
export function findOccurrence(object: CalendarObject, original: string): FoundOccurrence | undefined {
  const single = object.changed.find(
    (one) => one.original && seriesOriginal(object, one.original) === original,
  );
  if (single?.isCancelled) return undefined;
  if (single) {
    const { start, end } = single;
    return { original, part: single, kind: start.kind, at: momentOf(start), until: momentOf(end) };
  }
  const written = parseWall(original);
  if (!written) return undefined;
  const span = { from: written.seconds, to: written.seconds + 1 };
  return occurrencesOf(object, span).find((one) => one.original === original && one.part === object.main);
}

/** In whatever zone it is written, an original is the moment of one of the series. */
export function seriesOriginal(object: CalendarObject, original: EventTime): string {
  return originalOf(object.main?.start.kind ?? original.kind, seriesMoment(object, original));
}

function seriesMoment({ main }: CalendarObject, original: EventTime): number {
  if (!main || original.kind === main.start.kind) return momentOf(original);
  const { kind, zone, wall } = main.start;
  // Some programs name the day alone, or the time without its zone.
  const day = Math.floor(original.wall / DAY) * DAY;
  if (kind === 'day') return day;
  return zone.momentOf(original.kind === 'day' ? day + (((wall % DAY) + DAY) % DAY) : original.wall);
}

function ofSeries(
  object: CalendarObject,
  main: EventPart,
  span: Span,
  changed: Set<string>,
): FoundOccurrence[] {
  const { start, end } = main;
  const { kind, zone } = start;
  const isSameZone = end.zone.name === start.zone.name;
  // An hour is an hour of the clock, so that an event keeps its end when it lies over a change of summer time.
  const length = isSameZone ? end.wall - start.wall : momentOf(end) - momentOf(start);
  const excluded = excludedBy(main, object);
  const found: FoundOccurrence[] = [];
  const walls = wallsOf(main, object, {
    from: zone.wallOf(span.from) - length - DAY,
    to: zone.wallOf(span.to) + DAY,
  });
  for (const wall of walls) {
    const at = zone.momentOf(wall);
    const original = originalOf(kind, at);
    if (changed.has(original) || excluded.has(original) || excluded.has(dayOf(wall))) continue;
    found.push({
      original,
      part: main,
      kind,
      at,
      until: isSameZone ? zone.momentOf(wall + length) : at + length,
    });
  }
  return found;
}

/** Each once, as the clock of the series shows them. */
function wallsOf(main: EventPart, object: CalendarObject, { from, to }: Span): Set<number> {
  const { start } = main;
  const walls = new Set<number>();
  const effort: Effort = { left: EFFORT };
  const add = (wall: number) => {
    if (wall < from || wall >= to) return;
    walls.add(wall);
    if (walls.size > LIMITS.eventOccurrences) throw tooMany();
  };
  add(start.wall);
  try {
    for (const rule of rulesOf(main)) {
      for (const wall of expandRule(rule, start.wall, from, effort)) {
        if (wall >= to) break;
        add(wall);
      }
    }
  } catch (error) {
    if (error instanceof TooMuchEffort) throw tooMany();
    throw error;
  }
  for (const time of timesOf(main, 'RDATE', object)) add(start.zone.wallOf(momentOf(time)));
  return walls;
}

/** Originals, and days for those of which only the day is named. */
function excludedBy(main: EventPart, object: CalendarObject): Set<string> {
  const times = timesOf(main, 'EXDATE', object);
  return new Set(
    times.map((time) =>
      time.kind === 'day' && main.start.kind !== 'day' ? dayOf(time.wall) : seriesOriginal(object, time),
    ),
  );
}

function dayOf(wall: number): string {
  return `on ${Math.floor(wall / DAY)}`;
}

const COMMA = ','.charCodeAt(0);

/** Throws where more are added or left out than a series may have. */
function timesOf({ part }: EventPart, name: string, { findZone }: CalendarObject): EventTime[] {
  const lines = part.lines.filter((line) => line.name === name);
  let count = lines.length;
  for (const { value } of lines) for (const byte of value) if (byte === COMMA) count += 1;
  if (count > LIMITS.eventOccurrences) throw tooMany();
  return lines.flatMap((line) => readTimes(line, findZone));
}

/** Throws where a rule can't be read: kept all the same, it would show less than there is. */
function rulesOf({ part, start }: EventPart): Rule[] {
  return part.lines
    .filter(({ name }) => name === 'RRULE')
    .map((line) => {
      const rule = parseRule(rawValue(line), untilIn(start));
      if (!rule) throw new ObjectFault('valid-calendar-data', 'RRULE is no rule of RFC 5545');
      return rule;
    });
}

/** UNTIL is written in UTC, as a day, or by the clock of the event. */
export function untilIn({ zone, kind }: EventTime): ReadUntil {
  return (written) => {
    const time = parseWall(written);
    if (!time) return null;
    if (time.isDay && kind !== 'day') return time.seconds + DAY - 1;
    return time.isUtc ? zone.wallOf(time.seconds) : time.seconds;
  };
}

/** The end of the last occurrence, or a moment after it; null for a series without end. */
export function lastOf(object: CalendarObject): number | null {
  const { main, changed } = object;
  const ends = [...changed, ...(main ? [main] : [])].map(({ end }) => momentOf(end));
  const last = Math.max(...ends);
  if (!main) return last;
  const lasts = rulesOf(main).map((rule) => lastOfRule(rule, main));
  const dates = timesOf(main, 'RDATE', object).map((time) => momentOf(time));
  if (lasts.includes(null)) return null;
  const length = momentOf(main.end) - momentOf(main.start);
  return Math.max(
    last,
    ...lasts.map((at) => (at ?? 0) + length + DAY),
    ...dates.map((at) => at + length + DAY),
  );
}

const COUNTED = 10_000;

function lastOfRule(rule: Rule, { start }: EventPart): number | null {
  if (rule.until !== null) return start.zone.momentOf(rule.until);
  if (rule.count === null || rule.count > COUNTED) return null;
  let last = start.wall;
  try {
    for (const wall of expandRule(rule, start.wall, start.wall, { left: EFFORT })) last = wall;
  } catch (error) {
    // Where its end can't be told, it has none.
    if (error instanceof TooMuchEffort) return null;
    throw error;
  }
  return start.zone.momentOf(last);
}

function tooMany(): ObjectFault {
  return new ObjectFault(
    'max-instances',
    `An event happens at most ${LIMITS.eventOccurrences} times in four years`,
  );
}
