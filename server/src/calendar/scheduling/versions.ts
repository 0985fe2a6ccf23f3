import { firstLine, rawValue } from '../ical/part-values.ts';
import type { Part } from '../ical/scan-object.ts';
import { parseWall } from '../ical/written-times.ts';

/** By which versions of one part are ordered (RFC 5546, 2.1.5). */
export type Version = { sequence: number; stamp: number };

export const HIGHEST_SEQUENCE = 999_999_999;

export function versionOf(part: Part): Version {
  return { sequence: sequenceOf(part), stamp: stampOf(part) };
}

export function isLater(one: Version, other: Version): boolean {
  return one.sequence === other.sequence ? one.stamp > other.stamp : one.sequence > other.sequence;
}

export function sequenceOf(part: Part): number {
  const line = firstLine(part, 'SEQUENCE');
  const number = Number(line ? rawValue(line) : 0);
  return Number.isSafeInteger(number) && number >= 0 && number <= HIGHEST_SEQUENCE ? number : 0;
}

/** DTSTAMP in Unix seconds; 0 without one. */
export function stampOf(part: Part): number {
  const line = firstLine(part, 'DTSTAMP');
  return (line && parseWall(rawValue(line))?.seconds) ?? 0;
}
