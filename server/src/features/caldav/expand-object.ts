import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
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

/** A description is repeated in each: more than this is answered by nobody. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Each occurrence of a series within a span as an event of its own, in UTC (RFC 4791, section 9.6.5); null where that is
 * too much.
 */
export function expandObject(source: Buffer, span: Span): Buffer | null {
  const object = readObject(source);
  const { calendar, component, lineBreak } = object;
  if (component === 'task' || !repeats(object)) return source;
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

function found(object: ReturnType<typeof readObject>, span: Span): FoundOccurrence[] | null {
  try {
    return occurrencesOf(object, span).toSorted((a, b) => a.at - b.at);
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}
