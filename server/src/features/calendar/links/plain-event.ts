import { guestsOf } from '../../../calendar/ical/guests.ts';
import { paramOf, textOf } from '../../../calendar/ical/part-values.ts';
import { endedByBreak, plainLines, writePlainPart } from '../../../calendar/ical/plain-parts.ts';
import { type CalendarObject, isPrivate } from '../../../calendar/ical/read-object.ts';
import type { Part } from '../../../calendar/ical/scan-object.ts';
import { escapeText, HEAD_LINES, writeLine } from '../../../calendar/ical/write-lines.ts';
import { writeZone } from '../../../calendar/ical/write-zone.ts';
import { zoneNamed } from '../../../calendar/ical/zones.ts';
import type { ContentLine } from '../../../platform/content-lines/content-lines.ts';

/** Beside what is plain of any event. */
const OTHERS = ['DTSTAMP', 'TRANSP', 'CLASS'];
/** How the owner files their events is nobody else's business. */
const OWN = ['CATEGORIES'];
const BREAK = '\r\n';

/** The zones of a feed by the names that its events give them. */
export type FeedZones = Map<string, string>;

/**
 * The parts of an event as they stand in a feed, its zones added to those of the feed. Null where it can't be told as a
 * whole: something of it is private, or a zone of its own is another one than that of the same name before.
 */
export function plainEvent(
  { source, calendar, main, changed }: CalendarObject,
  { zones, own, now }: { zones: FeedZones; own: ReadonlySet<string>; now: number },
): Buffer | null {
  const parts = [...(main ? [main] : []), ...changed].map(({ part }) => part);
  if (parts.some(isPrivate)) return null;
  if (main && isDeclined(main.part, own)) return Buffer.alloc(0);
  const shown = parts.filter((part) => !isDeclined(part, own));
  const added: FeedZones = new Map();
  for (const name of namesOfZones(shown.flatMap(plainLines))) {
    const text = zoneText(name, source, calendar, now);
    if (text === null || (zones.get(name) ?? text) !== text) return null;
    added.set(name, text);
  }
  for (const [name, text] of added) zones.set(name, text);
  return Buffer.concat(
    shown.flatMap((part) => [writePlainPart(source, part, OTHERS, OWN), Buffer.from(`END:VEVENT${BREAK}`)]),
  );
}

/** The owner of the calendar was asked to it and said no. */
function isDeclined(part: Part, own: ReadonlySet<string>): boolean {
  return guestsOf(part).some(
    ({ address, answer }) => own.has(address) && answer.toUpperCase() === 'DECLINED',
  );
}

function namesOfZones(lines: ContentLine[]): Set<string> {
  return new Set(lines.flatMap((line) => paramOf(line, 'TZID') ?? []));
}

/** Null for a zone that nothing describes: its times are then shown as those of no zone. */
function zoneText(name: string, source: Buffer, calendar: Part, now: number): string | null {
  const known = zoneNamed(name);
  if (known) return writeZone({ ...known, name }, now, BREAK).toString('latin1');
  const own = calendar.parts.find((part) => part.name === 'VTIMEZONE' && textOf(part, 'TZID', 300) === name);
  return own ? endedByBreak(source.subarray(own.begin.start, own.end.end)).toString('latin1') : null;
}

/** Lines around the events of a feed, with how often programs should come back. */
export function feedHead(name: string, color: string): Buffer {
  const text = escapeText(name);
  return Buffer.concat([
    Buffer.from([...HEAD_LINES, 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH', ''].join(BREAK)),
    ...['NAME', 'X-WR-CALNAME'].map((head) => writeLine(head, text, BREAK)),
    ...['COLOR', 'X-APPLE-CALENDAR-COLOR'].map((head) => writeLine(head, color, BREAK)),
    Buffer.from(['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H', ''].join(BREAK)),
  ]);
}
