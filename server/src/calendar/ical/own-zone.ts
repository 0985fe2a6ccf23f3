import { type Effort, expandRule } from '../recurrence/expand-rule.ts';
import { parseRule } from '../recurrence/parse-rule.ts';
import type { Rule } from '../recurrence/rule.ts';
import { firstLine, rawValue } from './part-values.ts';
import type { Part } from './scan-object.ts';
import { parseWall } from './written-times.ts';
import { type Zone, zoneFromOffsets } from './zones.ts';

const OBSERVANCES = 20;
/** Years for which the changes of a zone are known; before and after it is as at the nearest of them. */
const END = Date.UTC(2100, 0, 1) / 1000;

/** Programs of Microsoft describe zones from 1601 on. */
const LONG_AGO = /^1[0-8]\d\d/;

/** From then on, in UTC, the clocks show so many seconds more than UTC. */
type Onset = { at: number; offset: number };

/**
 * A zone that the text itself describes (VTIMEZONE); null where its rules are none of a real place. `effort` is of all zones of
 * a text.
 */
export function ownZone(name: string, zone: Part, effort: Effort): Zone | null {
  const observances = zone.parts.filter((part) => part.name === 'STANDARD' || part.name === 'DAYLIGHT');
  if (observances.length === 0 || observances.length > OBSERVANCES) return null;
  const onsets: Onset[] = [];
  for (const observance of observances) {
    const found = onsetsOf(observance, effort);
    if (found === null) return null;
    onsets.push(...found);
  }
  onsets.sort((a, b) => a.at - b.at);
  const first = onsets[0];
  if (!first) return null;
  // Before its first change a zone was as before that one.
  const before = observances.map((part) => offsetOf(part, 'TZOFFSETFROM')).find((offset) => offset !== null);
  return zoneFromOffsets(name, (moment) => lastBefore(onsets, moment)?.offset ?? before ?? first.offset);
}

function onsetsOf(observance: Part, effort: Effort): Onset[] | null {
  const line = firstLine(observance, 'DTSTART');
  const start = line ? parseWall(rawValue(line).replace(LONG_AGO, '1900')) : null;
  const from = offsetOf(observance, 'TZOFFSETFROM');
  const to = offsetOf(observance, 'TZOFFSETTO');
  if (!start || from === null || to === null) return null;
  // RFC 5545, 3.6.5: the onset is written as the clocks show it before.
  const onset = (wall: number): Onset => ({ at: wall - from, offset: to });
  const rule = firstLine(observance, 'RRULE');
  if (!rule) return [onset(start.seconds)];
  const parsed = parseRule(rawValue(rule), (written) => {
    const until = parseWall(written);
    return until && until.seconds + (until.isUtc ? from : 0);
  });
  if (!parsed || !isPlain(parsed)) return null;
  const onsets: Onset[] = [];
  for (const wall of expandRule(parsed, start.seconds, start.seconds, effort)) {
    if (wall > END) break;
    onsets.push(onset(wall));
  }
  return onsets;
}

/** The rules of real zones; others describe no place, and could keep a machine busy. */
function isPlain({ frequency, interval, months, days, monthDays, hours, minutes, seconds }: Rule): boolean {
  return (
    frequency === 'YEARLY' &&
    interval === 1 &&
    months.length <= 1 &&
    days.length <= 1 &&
    monthDays.length <= 7 &&
    [hours, minutes, seconds].every(({ length }) => length <= 1)
  );
}

function offsetOf(part: Part, name: string): number | null {
  const line = firstLine(part, name);
  const [, sign, hours, minutes, seconds] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(line ? rawValue(line).trim() : '') ?? [];
  if (hours === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0));
}

function lastBefore(onsets: Onset[], moment: number): Onset | undefined {
  let [low, high] = [0, onsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((onsets[middle] as Onset).at <= moment) low = middle + 1;
    else high = middle;
  }
  return onsets[low - 1];
}
