import { createHash } from 'node:crypto';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { organiserOf } from './guests.ts';
import { firstLine, rawValue } from './part-values.ts';
import { isPrivate } from './read-object.ts';
import type { Part } from './scan-object.ts';
import { parseWall } from './written-times.ts';

/** What is compared of two texts of one event. */
export type PartsSummary = {
  /** The same where both say the same, whenever they were written. */
  content: string;
  sequence: number;
  /** Moments; null where no part says any. */
  modifiedAt: number | null;
  stampedAt: number | null;
  isPrivate: boolean;
  /** Folded. */
  organiser: string | null;
  /** Of the part that has most. */
  guests: number;
};

/** Programs write the time of an export into each event. */
const ABOUT_THE_TEXT: ReadonlySet<string> = new Set(['DTSTAMP', 'LAST-MODIFIED']);

/** Of the parts of one UID, without zones. */
export function summarizeParts(parts: readonly Part[]): PartsSummary {
  return {
    content: createHash('sha256').update(parts.map(writtenPart).sort().join('\n')).digest('base64'),
    sequence: Math.max(0, ...parts.map(sequenceOf)),
    modifiedAt: latest(parts, 'LAST-MODIFIED'),
    stampedAt: latest(parts, 'DTSTAMP'),
    isPrivate: parts.some(isPrivate),
    organiser:
      parts.map((part) => organiserOf(part)?.address).find((address) => address !== undefined) ?? null,
    guests: Math.max(0, ...parts.map(({ lines }) => lines.filter(({ name }) => name === 'ATTENDEE').length)),
  };
}

/**
 * SEQUENCE first; then when it was changed last. DTSTAMP only where one of both does not say that: it may be the time
 * of an export (RFC 5545, 3.8.7.2).
 */
export function isNewer(one: PartsSummary, other: PartsSummary): boolean {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence;
  if (one.modifiedAt !== null && other.modifiedAt !== null) return one.modifiedAt > other.modifiedAt;
  return (one.stampedAt ?? 0) > (other.stampedAt ?? 0);
}

/** However its lines are folded and ordered. */
function writtenPart({ name, lines, parts }: Part): string {
  const own = lines.filter((line) => !ABOUT_THE_TEXT.has(line.name)).map(writtenLine);
  return JSON.stringify([name, own.sort(), parts.map(writtenPart).sort()]);
}

function writtenLine({ name, params, value }: ContentLine): string {
  return JSON.stringify([
    name,
    ...params.map((param) => [param.name, param.values]),
    value.toString('latin1'),
  ]);
}

function sequenceOf(part: Part): number {
  const line = firstLine(part, 'SEQUENCE');
  const number = line ? Number(rawValue(line)) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

function latest(parts: readonly Part[], name: string): number | null {
  const moments = parts.flatMap((part) => {
    const line = firstLine(part, name);
    return (line && parseWall(rawValue(line))?.seconds) ?? [];
  });
  return moments.length === 0 ? null : Math.max(...moments);
}
