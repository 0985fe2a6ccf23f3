import type { IncomingHttpHeaders } from 'node:http';
import { momentOf, readTime } from '../../calendar/ical/event-time.ts';
import { firstLine, paramOf, textOf } from '../../calendar/ical/part-values.ts';
import { type Part, type Scanned, scanObject } from '../../calendar/ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../../calendar/ical/source-edits.ts';
import { writeZone } from '../../calendar/ical/write-zone.ts';
import { zoneNamed } from '../../calendar/ical/zones.ts';

/** Which descriptions of zones a text has: those that it was put with, all that it needs, or of these none that has a known name. */
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
  const edits = createSourceEdits(scanned);
  if (wanted === 'left-out') removeStandardZones(edits, scanned);
  addMissingZones(edits, scanned, (name) => wanted === 'complete' || !isStandard(name));
  return edits.apply();
}

/** Only names of IANA are known to everybody: those of one program need their description. */
const isStandard = (name: string) => zoneNamed(name)?.name === name;

const nameIn = (description: Part) => textOf(description, 'TZID', NAME_LENGTH);
const descriptionsIn = ({ parts }: Part) => parts.filter(({ name }) => name === 'VTIMEZONE');

function removeStandardZones(edits: SourceEdits, { calendar }: Scanned): void {
  for (const part of descriptionsIn(calendar)) {
    if (isStandard(nameIn(part))) edits.removePart(part);
  }
}

function addMissingZones(
  edits: SourceEdits,
  { calendar, lineBreak }: Scanned,
  isWanted: (name: string) => boolean,
): void {
  const parts = calendar.parts.filter(({ name }) => name !== 'VTIMEZONE');
  const described = new Set(descriptionsIn(calendar).map(nameIn));
  const missing = [...new Set(parts.flatMap(zonesIn))].filter(
    (name) => !described.has(name) && isWanted(name),
  );
  const [first] = parts;
  if (!first || missing.length === 0) return;
  const moments = parts.flatMap((part) => {
    const start = readTime(firstLine(part, 'DTSTART') ?? firstLine(part, 'DUE'), zoneNamed);
    return start === null ? [] : [momentOf(start)];
  });
  const around = moments.length === 0 ? 0 : Math.min(...moments);
  for (const name of missing) {
    const zone = zoneNamed(name);
    if (zone) edits.insert(first.begin.start, writeZone({ ...zone, name }, around, lineBreak));
  }
}

function zonesIn({ lines, parts }: Part): string[] {
  return [...lines.flatMap((line) => paramOf(line, 'TZID') ?? []), ...parts.flatMap(zonesIn)];
}
