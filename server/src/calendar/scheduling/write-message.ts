import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { fileAddress } from '../ical/attached-files.ts';
import { ANSWERED, OWN_ROOM, UNTOLD, writePerson } from '../ical/guests.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { HEAD_LINES, writeLine, writeMoment } from '../ical/write-lines.ts';

const CRLF = '\r\n';

export type Method = 'REQUEST' | 'CANCEL' | 'REPLY' | 'COUNTER' | 'DECLINECOUNTER';

/** Parameters that are between a program and its server. */
const OWN_PARAMS = { 'SCHEDULE-AGENT': null, 'SCHEDULE-STATUS': null, 'SCHEDULE-FORCE-SEND': null };

/** Alarms, attachments that are no links, and what programs and people note for themselves are the person's own. */
function isOwn(line: ContentLine): boolean {
  const { name } = line;
  return (
    name.startsWith('X-') ||
    ['CREATED', 'LAST-MODIFIED', 'DTSTAMP', 'CATEGORIES', 'CLASS', 'TRANSP'].includes(name) ||
    (name === 'ATTACH' && fileAddress(line) === null)
  );
}

/** An iTIP message of parts that are written already, with the zones that they may name. */
export function writeMessage(method: Method, { calendar, source }: CalendarObject, parts: Buffer[]): Buffer {
  const head = [...HEAD_LINES, 'CALSCALE:GREGORIAN', `METHOD:${method}`, ''].join(CRLF);
  const text = Buffer.concat(parts).toString();
  const zones = calendar.parts.filter(
    (part) => part.name === 'VTIMEZONE' && part.lines.some((line) => isNamedIn(line, text)),
  );
  return Buffer.concat([
    Buffer.from(head),
    ...zones.map(({ begin, end }) => withBreak(source.subarray(begin.start, end.end))),
    ...parts,
    Buffer.from(`END:VCALENDAR${CRLF}`),
  ]);
}

function isNamedIn({ name, value }: ContentLine, text: string): boolean {
  const zone = value.toString().trim();
  return name === 'TZID' && (text.includes(`TZID=${zone}:`) || text.includes(`TZID="${zone}":`));
}

/** A part as guests get it: without what is the organiser's own. `stamp` in Unix seconds. */
export function writePart(
  { source }: CalendarObject,
  { part }: EventPart,
  stamp: number,
  more: Buffer[] = [],
): Buffer {
  const lines = part.lines.filter((line) => !isOwn(line));
  return Buffer.concat([
    Buffer.from(`BEGIN:${part.name}${CRLF}`),
    ...lines.map((line) => toldLine(source, line)),
    ...sequenceLine(part),
    writeMoment('DTSTAMP', stamp, CRLF),
    ...more,
    Buffer.from(`END:${part.name}${CRLF}`),
  ]);
}

/** What remains of a part where only some of its properties are told. */
export function writeSome(
  { source }: CalendarObject,
  part: Part,
  names: readonly string[],
  more: Buffer[],
): Buffer {
  const lines = part.lines.filter(({ name }) => names.includes(name));
  return Buffer.concat([
    Buffer.from(`BEGIN:${part.name}${CRLF}`),
    ...lines.map((line) => toldLine(source, line)),
    ...sequenceLine(part),
    ...more,
    Buffer.from(`END:${part.name}${CRLF}`),
  ]);
}

/** Of a part that has none: without it an answer would not say to which version it is. */
function sequenceLine({ lines }: Part): Buffer[] {
  return lines.some(({ name }) => name === 'SEQUENCE') ? [] : [writeLine('SEQUENCE', '0', CRLF)];
}

function toldLine(source: Buffer, line: ContentLine): Buffer {
  if (line.name === 'ATTENDEE' || line.name === 'ORGANIZER') {
    return toldPerson(line);
  }
  return withBreak(source.subarray(line.start, line.end));
}

/** The line of a guest or of who asks, as others get it. */
export function toldPerson(line: ContentLine): Buffer {
  return writePerson(line, { ...OWN_PARAMS, [ANSWERED]: null, [OWN_ROOM]: null, [UNTOLD]: null }, CRLF);
}

function withBreak(bytes: Buffer): Buffer {
  return Buffer.from(`${bytes.toString('latin1').replaceAll(/(\r+\n|\r|\n)/g, CRLF)}`, 'latin1');
}

/** What guests notice of a part: who answered what, and when it was written, is not of it. */
export function noticedOf(told: Buffer): string {
  return told
    .toString('latin1')
    .replaceAll(/\r\n[ \t]/g, '')
    .split(CRLF)
    .filter((line) => !/^(DTSTAMP|SEQUENCE)[;:]/i.test(line))
    .map((line) => (/^ATTENDEE/i.test(line) ? line.replaceAll(/;(PARTSTAT|RSVP)=[^;:]*/gi, '') : line))
    .toSorted()
    .join('\n');
}

export function statusLine(status: string): Buffer {
  return writeLine('STATUS', status, CRLF);
}
