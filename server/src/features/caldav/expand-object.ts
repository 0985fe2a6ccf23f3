import { type EventTime, readTime } from '../../calendar/ical/event-time.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { paramOf, textOf } from '../../calendar/ical/part-values.ts';
import { type CalendarObject, readObject } from '../../calendar/ical/read-object.ts';
import { createSourceEdits } from '../../calendar/ical/source-edits.ts';
import { writeTime } from '../../calendar/ical/write-lines.ts';
import { parseWall } from '../../calendar/ical/written-times.ts';
import { UTC } from '../../calendar/ical/zones.ts';
import {
  type FoundOccurrence,
  occurrencesOf,
  repeats,
  type Span,
} from '../../calendar/occurrences/occurrences-of.ts';

/** Written anew for each occurrence, or said by its being there. */
const OF_TIME = [
  'DTSTART',
  'DTEND',
  'DUE',
  'DURATION',
  'RECURRENCE-ID',
  'RRULE',
  'RDATE',
  'EXDATE',
  'EXRULE',
];

const TIMES = ['DTSTART', 'DTEND', 'DUE'];

/** A description is repeated in each: more than this is answered by nobody. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Each occurrence of a series within a span as an event of its own, and what happens once, in UTC (RFC 4791, section
 * 9.6.5); null where that is too much. Tasks that repeat are as they were put.
 */
export function expandObject(source: Buffer, span: Span): Buffer | null {
  const object = readObject(source);
  const { calendar, component, lineBreak } = object;
  if (!repeats(object)) return inUtc(object);
  if (component === 'task') return source;
  const isDay = object.main?.start.kind === 'day';

  function write({ original, part: { part }, kind, at, until }: FoundOccurrence): Buffer {
    const timeAt = (name: string, wall: number) => writeTime(name, { kind, wall, zone: UTC }, lineBreak);
    const named = parseWall(original);
    const originalKind = isDay ? 'day' : original.endsWith('Z') ? 'zoned' : 'floating';
    return Buffer.concat([
      source.subarray(part.begin.start, part.begin.end),
      ...part.lines
        .filter(({ name }) => !OF_TIME.includes(name))
        .map(({ start, end }) => source.subarray(start, end)),
      timeAt('DTSTART', at),
      timeAt('DTEND', until),
      ...(named
        ? [writeTime('RECURRENCE-ID', { kind: originalKind, wall: named.seconds, zone: UTC }, lineBreak)]
        : []),
      ...part.parts.map(({ begin, end }) => source.subarray(begin.start, end.end)),
      source.subarray(part.end.start, part.end.end),
    ]);
  }

  const occurrences = found(object, span);
  const bytes = occurrences?.reduce((sum, { part: { part } }) => sum + part.end.end - part.begin.start, 0);
  if (!occurrences || bytes === undefined || bytes > MOST_BYTES) return null;
  return Buffer.concat([
    source.subarray(calendar.begin.start, calendar.begin.end),
    ...calendar.lines.map(({ start, end }) => source.subarray(start, end)),
    ...occurrences.map(write),
    source.subarray(calendar.end.start, calendar.end.end),
  ]);
}

/** What happens once. A zone that nobody knows says nothing of a moment, and stays. */
function inUtc(object: CalendarObject): Buffer {
  const { source, calendar, component, main, findZone, lineBreak } = object;
  if (!main) return source;
  const edits = createSourceEdits(object);
  const written = ({ wall, zone }: EventTime, name: string) =>
    writeTime(name, { kind: 'zoned', wall: zone.momentOf(wall), zone: UTC }, lineBreak);
  const isMoved = main.part.lines.some(
    (line) => line.name === 'DTSTART' && paramOf(line, 'TZID') !== undefined,
  );
  for (const line of main.part.lines) {
    if (line.name === 'EXDATE' || line.name === 'EXRULE') edits.remove(line);
    const time =
      TIMES.includes(line.name) && paramOf(line, 'TZID') !== undefined ? readTime(line, findZone) : null;
    if (time?.kind === 'zoned') edits.replace(line, written(time, line.name));
    // A day may have 23 hours where it begins.
    if (line.name === 'DURATION' && isMoved && main.end.kind === 'zoned') {
      edits.replace(line, written(main.end, component === 'task' ? 'DUE' : 'DTEND'));
    }
  }
  for (const part of calendar.parts) {
    if (part.name === 'VTIMEZONE' && findZone(textOf(part, 'TZID', 300)) !== null) edits.removePart(part);
  }
  return edits.apply();
}

function found(object: CalendarObject, span: Span): FoundOccurrence[] | null {
  try {
    return occurrencesOf(object, span).toSorted((a, b) => a.at - b.at);
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}
