import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { endedByBreak } from './plain-parts.ts';
import { type Part, scanObject } from './scan-object.ts';
import { escapeText, HEAD_LINES } from './write-lines.ts';

/** Writes many objects into one iCalendar text, as programs that import a calendar expect it. */
export type CalendarFile = {
  begin(name: string): Buffer;
  /** The bytes of an object's parts, with the zones that no part before has brought. */
  add(source: Buffer): Buffer;
  end(): Buffer;
};

const BREAK = '\r\n';

/**
 * Parts of objects keep their bytes. A zone of one name stands in the file once; an object whose zone of that name differs
 * from the one before can't share it, and stands after the calendar in one of its own (RFC 5545 section 3.4).
 */
export function openCalendarFile(): CalendarFile {
  const zones = new Map<string, string>();
  const apart: Buffer[] = [];
  return {
    begin(name) {
      return Buffer.from([...HEAD_LINES, `X-WR-CALNAME:${escapeText(name)}`, ''].join(BREAK));
    },
    add(source) {
      const { calendar } = scanObject(source);
      const own = calendar.parts
        .filter(({ name }) => name === 'VTIMEZONE')
        .map((part) => ({ part, name: zoneName(part), text: bytesOf(source, part).toString('latin1') }));
      if (own.some(({ name, text }) => (zones.get(name) ?? text) !== text)) {
        apart.push(endedByBreak(source));
        return Buffer.alloc(0);
      }
      const known = new Set(zones.keys());
      for (const { name, text } of own) zones.set(name, text);
      const brought = new Set(own.filter(({ name }) => known.has(name)).map(({ part }) => part));
      const parts = calendar.parts.filter((part) => !brought.has(part));
      return Buffer.concat(parts.map((part) => endedByBreak(bytesOf(source, part))));
    },
    end: () => Buffer.concat([Buffer.from(`END:VCALENDAR${BREAK}`), ...apart]),
  };
}

function bytesOf(source: Buffer, { begin, end }: { begin: ContentLine; end: ContentLine }): Buffer {
  return source.subarray(begin.start, end.end);
}

function zoneName({ lines }: Part): string {
  return lines.find(({ name }) => name === 'TZID')?.value.toString('latin1') ?? '';
}
