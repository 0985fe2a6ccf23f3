import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { firstLine } from './part-values.ts';
import type { Part } from './scan-object.ts';

/**
 * What of an event goes from one calendar to strangers, or comes from them. Not its people, who were asked by its organiser
 * and by nobody else; not its alarms and files; and nothing that a program added of its own.
 */
const PLAIN: ReadonlySet<string> = new Set([
  ...['UID', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE', 'RECURRENCE-ID'],
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE'],
  ...['SUMMARY', 'LOCATION', 'DESCRIPTION', 'URL', 'GEO', 'CATEGORIES', 'COLOR', 'STATUS'],
]);

const BREAK = '\r\n';

export function plainLines({ lines }: Part): ContentLine[] {
  return lines.filter((line) => PLAIN.has(line.name) && (line.name !== 'URL' || isWebAddress(line)));
}

/** A program may open what stands there without a question. */
function isWebAddress({ value }: ContentLine): boolean {
  return /^\s*https?:/i.test(value.toString());
}

/** A part with its plain properties, and others that are given, but not these; alarms within it are left out. */
export function writePlainPart(
  source: Buffer,
  part: Part,
  others: readonly string[],
  without: readonly string[] = [],
): Buffer {
  const own = others.flatMap((name) => firstLine(part, name) ?? []);
  const plain = plainLines(part).filter(({ name }) => !without.includes(name));
  return Buffer.concat([
    Buffer.from(`BEGIN:VEVENT${BREAK}`),
    ...[...plain, ...own].map(({ start, end }) => endedByBreak(withoutNul(source.subarray(start, end)))),
  ]);
}

/** Programs refuse a whole calendar for one. */
function withoutNul(bytes: Buffer): Buffer {
  return bytes.includes(0) ? Buffer.from(bytes.filter((byte) => byte !== 0)) : bytes;
}

export function endedByBreak(bytes: Buffer): Buffer {
  const last = bytes.at(-1);
  return last === 10 || last === 13 ? bytes : Buffer.concat([bytes, Buffer.from(BREAK)]);
}
