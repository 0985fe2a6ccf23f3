import type { IncomingHttpHeaders } from 'node:http';
import { momentOf, readTime } from '../../calendar/ical/event-time.ts';
import { firstLine, paramOf, textOf } from '../../calendar/ical/part-values.ts';
import { type Part, type Scanned, scanObject } from '../../calendar/ical/scan-object.ts';
import { createSourceEdits } from '../../calendar/ical/source-edits.ts';
import { writeZone } from '../../calendar/ical/write-zone.ts';
import { zoneNamed } from '../../calendar/ical/zones.ts';

/** Which descriptions of zones a text has: those that it was put with, all that it needs, or none that have a known name. */
export type ZoneData = 'kept' | 'complete' | 'left-out';

const NAME_LENGTH = 300;

/** RFC 7809, section 7.1. Programs that say nothing get what was put. */
export function zoneDataOf(headers: IncomingHttpHeaders): ZoneData {
  const given = String(headers['caldav-timezones'] ?? '')
    .trim()
    .toUpperCase();
  if (given === 'T') return 'complete';
  return given === 'F' ? 'left-out' : 'kept';
}

export function withZoneData(source: Buffer, wanted: ZoneData): Buffer {
  // Spares reading what has no zone at all.
  if (wanted === 'kept' || !/TZID/i.test(source.toString('latin1'))) return source;
  const scanned = scanObject(source);
  return wanted === 'left-out' ? withoutStandardZones(scanned) : withMissingZones(scanned);
}

const descriptionsIn = ({ parts }: Part) => parts.filter(({ name }) => name === 'VTIMEZONE');

/** Only names of IANA are known to everybody: those of one program need their description. */
function withoutStandardZones(scanned: Scanned): Buffer {
  const edits = createSourceEdits(scanned);
  for (const part of descriptionsIn(scanned.calendar)) {
    const name = textOf(part, 'TZID', NAME_LENGTH);
    if (zoneNamed(name)?.name === name) edits.removePart(part);
  }
  return edits.apply();
}

function withMissingZones(scanned: Scanned): Buffer {
  const { calendar, lineBreak } = scanned;
  const parts = calendar.parts.filter(({ name }) => name !== 'VTIMEZONE');
  const described = new Set(descriptionsIn(calendar).map((part) => textOf(part, 'TZID', NAME_LENGTH)));
  const missing = [...new Set(parts.flatMap(zonesIn))].filter((name) => !described.has(name));
  const [first] = parts;
  if (!first || missing.length === 0) return scanned.source;
  const start = readTime(firstLine(first, 'DTSTART') ?? firstLine(first, 'DUE'), zoneNamed);
  const around = start === null ? 0 : momentOf(start);
  const edits = createSourceEdits(scanned);
  for (const name of missing) {
    const zone = zoneNamed(name);
    if (zone) edits.insert(first.begin.start, writeZone({ ...zone, name }, around, lineBreak));
  }
  return edits.apply();
}

function zonesIn({ lines, parts }: Part): string[] {
  return [...lines.flatMap((line) => paramOf(line, 'TZID') ?? []), ...parts.flatMap(zonesIn)];
}
