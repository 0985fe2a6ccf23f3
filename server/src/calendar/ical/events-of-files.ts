import { LIMITS } from '@bocau/contract/limits.ts';
import { contentLines } from '../../platform/content-lines/content-lines.ts';
import { idFromText } from '../../platform/ids.ts';
import type { Steps } from '../../platform/in-slices.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import { ObjectFault } from './object-fault.ts';
import { firstLine, paramOf, rawValue, textOf, unescapeText } from './part-values.ts';
import { type Part, scanObject } from './scan-object.ts';
import { type FileCalendar, type FilePart, splitCalendars } from './split-calendars.ts';
import { isNewer, type PartsSummary, summarizeParts } from './summarize-parts.ts';
import { PRODUCT_LINE } from './write-lines.ts';
import { zoneNamed } from './zones.ts';

/** Real zones have no more, with each change of their clocks that there ever was. */
const ZONE_BYTES = 16 * 1024;
/** Single changed ones of series are components of their own. */
const MOST_PARTS = 2 * LIMITS.eventsPerMailbox;
const UID_LENGTH = 501;
const NAME_LENGTH = 100;
const HEAD_BYTES = 64 * 1024;

/** A file by itself, or one of an archive. */
export type CalendarFile = { name: string; bytes: Buffer };

export type FileFault = {
  file: string;
  line: number;
  title: string;
  problem: 'broken' | 'too_large' | 'twice';
};

/** An event of a file with its single changed ones: its text is put together when its turn comes. */
export type FileEvent = {
  uid: string;
  file: string;
  line: number;
  title: string;
  /** Of the text. */
  size: number;
  source(): Buffer;
};

export type EventsOfFiles = {
  /** Of its first calendar that has one. */
  name: string;
  events: FileEvent[];
  faults: FileFault[];
  tasks: number;
  /** What is neither an event nor a task. */
  others: number;
  /** The names of files in which there is none of all that. */
  empty: string[];
  /** There are more components than are read. */
  isTooLong: boolean;
};

/**
 * The events of files, as far as they can be told apart: parts of one UID belong together wherever they stand. METHOD and
 * whatever else is about the file stays behind. With `withTasks` tasks are read as events are; else they are counted alone.
 */
export function* eventsOfFiles(
  files: CalendarFile[],
  { withTasks = false }: { withTasks?: boolean } = {},
): Steps<EventsOfFiles> {
  const found: EventsOfFiles = {
    ...{ name: '', events: [], faults: [], tasks: 0, others: 0, empty: [] },
    isTooLong: false,
  };
  const byUid: ByUid = new Map();
  let left = MOST_PARTS;
  for (const { name: file, bytes } of files) {
    const calendars = yield* splitCalendars(bytes, left);
    left -= calendars.reduce((sum, { parts }) => sum + parts.length, 0);
    if (left < 0) return { ...found, isTooLong: true };
    if (calendars.every(({ parts }) => parts.every(({ name }) => name === 'VTIMEZONE')))
      found.empty.push(file);
    for (const calendar of calendars) {
      const head = readHead(calendar);
      if (found.name === '') found.name = head.name;
      const around = { file, lines: head.lines, zones: yield* zonesOf(calendar) };
      yield* readParts(calendar.parts, around, { found, byUid, withTasks });
    }
  }
  for (const [uid, parts] of byUid) {
    yield;
    const event = eventOf(uid, [...parts.values()]);
    if ('problem' in event) found.faults.push(event);
    else found.events.push(event);
  }
  return found;
}

type ByUid = Map<string, Map<string, ReadPart>>;

function* readParts(
  parts: FilePart[],
  around: Around,
  { found, byUid, withTasks }: { found: EventsOfFiles; byUid: ByUid; withTasks: boolean },
): Steps<void> {
  for (const part of parts) {
    if (part.name === 'VTIMEZONE') continue;
    if (part.name === 'VTODO') found.tasks += 1;
    if (part.name === 'VTODO' && !withTasks) continue;
    if (part.name !== 'VEVENT' && part.name !== 'VTODO') found.others += 1;
    else {
      yield;
      const read = readPart(part, around);
      if ('problem' in read) found.faults.push(read);
      else addPart(byUid, read, found.faults);
    }
  }
}

type Around = {
  file: string;
  /** Of its calendar: what an object needs of them. */
  lines: Buffer;
  /** Its own zones; null for one that is too long to be written into each event. */
  zones: ReadonlyMap<string, Buffer | null>;
};

type ReadPart = {
  around: Around;
  uid: string;
  /** Which one of a series; empty for the series itself. */
  original: string;
  title: string;
  line: number;
  source: Buffer;
  zoneNames: string[];
  summary: PartsSummary;
};

const BREAK = '\r\n';
const VERSION = `VERSION:2.0${BREAK}`;

function readHead({ head }: FileCalendar): { name: string; lines: Buffer } {
  const lines = contentLines(head.subarray(0, HEAD_BYTES));
  const bytesOf = (name: string) => {
    const line = lines.find((one) => one.name === name);
    return line ? [head.subarray(line.start, line.end)] : [];
  };
  const name = lines.find((one) => one.name === 'X-WR-CALNAME' || one.name === 'NAME');
  const [program = Buffer.from(`${PRODUCT_LINE}${BREAK}`)] = bytesOf('PRODID');
  const text = name ? unescapeText(rawValue(name)).replaceAll(/[\s\p{Cc}]+/gu, ' ') : '';
  return {
    name: withoutHidden(text).text.trim().slice(0, NAME_LENGTH).trim(),
    lines: Buffer.concat([Buffer.from(VERSION), program, ...bytesOf('CALSCALE')]),
  };
}

function* zonesOf({ parts }: FileCalendar): Steps<Around['zones']> {
  const zones = new Map<string, Buffer | null>();
  for (const part of parts) {
    if (part.name !== 'VTIMEZONE' || part.isBroken) continue;
    yield;
    const zone = scanPart(part.source);
    const name = typeof zone === 'string' ? '' : textOf(zone, 'TZID', 300);
    if (name === '' || zones.has(name)) continue;
    zones.set(name, part.source.length > ZONE_BYTES ? null : endedByBreak(part.source));
  }
  return zones;
}

function calendarOf(inside: Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from(`BEGIN:VCALENDAR${BREAK}`),
    ...inside.map(endedByBreak),
    Buffer.from(`END:VCALENDAR${BREAK}`),
  ]);
}

/** A component by itself, or why it can't be kept. */
function scanPart(source: Buffer): Part | 'broken' | 'too_large' {
  if (source.length > LIMITS.eventBytes) return 'too_large';
  try {
    return scanObject(calendarOf([source])).calendar.parts[0] ?? 'broken';
  } catch (error) {
    if (error instanceof ObjectFault) return error.problem === 'max-resource-size' ? 'too_large' : 'broken';
    throw error;
  }
}

function readPart({ source, line, isBroken }: FilePart, around: Around): ReadPart | FileFault {
  const refused = (problem: FileFault['problem'], title = '') => ({
    ...{ file: around.file, line, title, problem },
  });
  const part = isBroken ? 'broken' : scanPart(source);
  if (typeof part === 'string') return refused(part);
  const title = textOf(part, 'SUMMARY', LIMITS.eventTitleLength).replaceAll(/\s+/g, ' ');
  const zoneNames = [...new Set(zonesNamed(part))];
  // Without its zone it would be at another time.
  if (zoneNames.some((name) => around.zones.get(name) === null && zoneNamed(name) === null))
    return refused('too_large', title);
  const summary = summarizeParts([part]);
  const uid = textOf(part, 'UID', UID_LENGTH);
  const original = firstLine(part, 'RECURRENCE-ID');
  const read = { around, title, line, zoneNames, summary, original: original ? rawValue(original) : '' };
  if (uid !== '') return { ...read, uid, source };
  // The same each time that it is imported.
  const own = idFromText(`event ${summary.content}`);
  const begun = part.begin.end - part.begin.start;
  const pieces = [source.subarray(0, begun), Buffer.from(`UID:${own}${BREAK}`), source.subarray(begun)];
  return { ...read, uid: own, source: Buffer.concat(pieces) };
}

function* zonesNamed({ lines, parts }: Part): Generator<string> {
  for (const line of lines) {
    const name = paramOf(line, 'TZID');
    if (name !== undefined) yield name;
  }
  for (const part of parts) yield* zonesNamed(part);
}

/** Of two that stand for the same, the newer one is meant; that the file has another one is told. */
function addPart(byUid: ByUid, part: ReadPart, faults: FileFault[]): void {
  const parts = byUid.get(part.uid) ?? new Map<string, ReadPart>();
  byUid.set(part.uid, parts);
  const other = parts.get(part.original);
  const isMeant = !other || isNewer(part.summary, other.summary);
  if (isMeant) parts.set(part.original, part);
  if (!other || other.summary.content === part.summary.content) return;
  const { around, line, title } = isMeant ? other : part;
  faults.push({ file: around.file, line, title, problem: 'twice' });
}

function eventOf(uid: string, parts: ReadPart[]): FileEvent | FileFault {
  const {
    around: home,
    line,
    title,
  } = parts.find(({ original }) => original === '') ?? (parts[0] as ReadPart);
  const zones = new Map<string, Buffer>();
  let size = 0;
  for (const { around, zoneNames, source } of parts) {
    size += source.length;
    // A single one may stand in another calendar of the file than its series, with the zones of that one.
    for (const name of zoneNames) {
      const zone = around.zones.get(name);
      if (!zone || zones.has(name)) continue;
      zones.set(name, zone);
      size += zone.length;
    }
    if (size > LIMITS.eventBytes) return { file: home.file, line, title, problem: 'too_large' };
  }
  const source = () => calendarOf([home.lines, ...zones.values(), ...parts.map(({ source: text }) => text)]);
  return { uid, file: home.file, line, title, size, source };
}

/** What ends without a line break gets one, so that the next part begins on a line of its own. */
function endedByBreak(bytes: Buffer): Buffer {
  const last = bytes.at(-1);
  return last === 0x0a || last === 0x0d || bytes.length === 0
    ? bytes
    : Buffer.concat([bytes, Buffer.from(BREAK)]);
}
