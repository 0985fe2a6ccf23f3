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
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { caldav } from './calendar-names.ts';

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

/** Each occurrence within a span as an event of its own, in UTC (RFC 4791, section 9.6.5). */
export function expandObject(source: Buffer, span: Span): Buffer {
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

  return Buffer.concat([
    source.subarray(calendar.begin.start, calendar.begin.end),
    ...calendar.lines.map(({ start, end }) => source.subarray(start, end)),
    ...found(object, span).map(write),
    source.subarray(calendar.end.start, calendar.end.end),
  ]);
}

function found(object: ReturnType<typeof readObject>, span: Span): FoundOccurrence[] {
  try {
    return occurrencesOf(object, span).toSorted((a, b) => a.at - b.at);
  } catch (error) {
    if (!(error instanceof ObjectFault)) throw error;
    throw new DavRefusal(403, error.message, { condition: caldav('max-instances') });
  }
}
