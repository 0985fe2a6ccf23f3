import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramOf, rawValue } from './part-values.ts';
import { parseWall, type Written, writeWall } from './written-times.ts';
import { UTC, type Zone } from './zones.ts';

export type TimeKind = 'zoned' | 'floating' | 'day';

/** A time of an event: `wall` as the clock of its zone shows it. What has no zone hangs in Greenwich. */
export type EventTime = { kind: TimeKind; wall: number; zone: Zone };

/** Looks a zone up by the name that a text gives it. */
export type FindZone = (name: string) => Zone | null;

/** Null for what is no time. */
export function readTime(line: ContentLine | undefined, findZone: FindZone): EventTime | null {
  return line ? timeOf(rawValue(line), paramOf(line, 'TZID'), findZone) : null;
}

/** The times of a property that may have several (RDATE, EXDATE); of periods their begin. */
export function readTimes(line: ContentLine, findZone: FindZone): EventTime[] {
  const zone = paramOf(line, 'TZID');
  return rawValue(line)
    .split(',')
    .flatMap((text) => timeOf(text.split('/')[0] ?? '', zone, findZone) ?? []);
}

function timeOf(text: string, zoneName: string | undefined, findZone: FindZone): EventTime | null {
  const written = parseWall(text);
  if (!written) return null;
  return timeIn(written, zoneName === undefined ? null : findZone(zoneName));
}

function timeIn({ seconds, isDay, isUtc }: Written, zone: Zone | null): EventTime {
  if (isDay) return { kind: 'day', wall: seconds, zone: UTC };
  if (isUtc) return { kind: 'zoned', wall: seconds, zone: UTC };
  return zone ? { kind: 'zoned', wall: seconds, zone } : { kind: 'floating', wall: seconds, zone: UTC };
}

/** When it is; for what has no zone, when it would be in Greenwich. */
export function momentOf({ wall, zone }: EventTime): number {
  return zone.momentOf(wall);
}

/** The name of an occurrence: its moment, or what the wall shows where there is none. */
export function originalOf(kind: TimeKind, moment: number): string {
  return `${writeWall(moment, kind === 'day')}${kind === 'zoned' ? 'Z' : ''}`;
}
