import type { EventTime } from '@bocau/contract/invitations.ts';
import { momentOf } from '@bocau/contract/zoned-time.ts';
import ICAL from 'ical.js';
import { originalOf } from '../../calendar/ical/event-time.ts';
import { knownZone } from '../../calendar/ical/windows-zones.ts';

const DAY_SECONDS = 24 * 3600;
const OBSERVANCES = 4;
/** The parts of real time zones' rules. Others could keep a machine busy, and describe no real place. */
const RULE_PARTS = new Set(['freq', 'bymonth', 'byday', 'until', 'interval', 'wkst']);

/** A property with a date or a time; null when it is unreadable. */
export function readTime(property: ICAL.Property | null, calendar: ICAL.Component): EventTime | null {
  const written = property?.jCal[3];
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d)?(Z)?)?$/.exec(
    typeof written === 'string' ? written : '',
  );
  if (!property || !match) return null;
  const [, year, month, date, hour, minute, utc] = match;
  const day = `${year}-${month}-${date}`;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (Number(year) < 1970 || new Date(ms).toISOString().slice(0, 10) !== day) return null;
  if (hour === undefined) return { day, clock: null, zone: null, at: null };
  const minutes = Number(hour) * 60 + Number(minute);
  if (minutes >= 24 * 60) return null;
  const name = property.getFirstParameter('tzid');
  const wall = { day, clock: `${hour}:${minute}` };
  if (utc) return { ...wall, zone: 'UTC', at: ms / 1000 + minutes * 60 };
  if (!name) return { ...wall, zone: null, at: null };
  const zone = knownZone(name);
  if (zone !== null) return { ...wall, zone, at: momentOf(ms / (DAY_SECONDS * 1000), minutes, zone) / 1000 };
  const offset = ownOffset(name, calendar, { day, clock: wall.clock });
  return {
    ...wall,
    zone: name.slice(0, 64),
    at: offset === null ? null : ms / 1000 + minutes * 60 - offset,
  };
}

/** The end, given directly or by a duration; for whole days the last one. */
export function readEnd(event: ICAL.Component, start: EventTime, calendar: ICAL.Component): EventTime | null {
  const end = readTime(event.getFirstProperty('dtend'), calendar);
  if (end?.clock === null) {
    const last = addDays(end.day, -1);
    return last > start.day ? { ...end, day: last } : null;
  }
  if (end) return end;
  const seconds = secondsOf(event.getFirstProperty('duration'));
  if (seconds === null || seconds <= 0) return null;
  if (start.clock === null) {
    const last = addDays(start.day, Math.round(seconds / DAY_SECONDS) - 1);
    return last > start.day ? { ...start, day: last } : null;
  }
  const wall = Date.parse(`${start.day}T${start.clock}:00Z`) + seconds * 1000;
  const [day = '', clock = ''] = new Date(wall).toISOString().split('T');
  return {
    ...start,
    day,
    clock: clock.slice(0, 5),
    at: start.at === null ? null : start.at + seconds,
  };
}

/** The UTC offset in seconds of a zone that the file itself describes. */
function ownOffset(name: string, calendar: ICAL.Component, wall: { day: string; clock: string }) {
  const zone = calendar
    .getAllSubcomponents('vtimezone')
    .slice(0, 20)
    .find((component) => component.getFirstPropertyValue('tzid') === name);
  const observances = zone?.getAllSubcomponents() ?? [];
  if (!zone || observances.length === 0 || observances.length > OBSERVANCES) return null;
  if (!observances.every(isPlain)) return null;
  const time = ICAL.Time.fromString(`${wall.day}T${wall.clock}:00`, undefined as never);
  if (time.year > 2200) return null;
  return new ICAL.Timezone(zone).utcOffset(time);
}

function isPlain(observance: ICAL.Component): boolean {
  if (observance.getAllProperties('rdate').length > 0) return false;
  const rules = observance.getAllProperties('rrule').map((property) => property.jCal[3]);
  return rules.length <= 1 && rules.every(isYearly);
}

function isYearly(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  const parts = rule as Record<string, unknown>;
  if (parts['freq'] !== 'YEARLY' || Number(parts['interval'] ?? 1) !== 1) return false;
  if (!Object.keys(parts).every((part) => RULE_PARTS.has(part))) return false;
  const month = Number(parts['bymonth']);
  return month >= 1 && month <= 12 && /^(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/.test(String(parts['byday']));
}

function secondsOf(property: ICAL.Property | null): number | null {
  const written = property?.jCal[3];
  const match = /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/.exec(
    typeof written === 'string' ? written : '',
  );
  if (!match) return null;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (
    ((weeks ?? 0) * 7 + (days ?? 0)) * DAY_SECONDS +
    (hours ?? 0) * 3600 +
    (minutes ?? 0) * 60 +
    (seconds ?? 0)
  );
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

/** As occurrences are named. */
export function placeOf({ at, clock, day }: EventTime): string {
  if (at !== null) return originalOf('zoned', at);
  const wall = Date.parse(`${day}T${clock ?? '00:00'}:00Z`) / 1000;
  return originalOf(clock === null ? 'day' : 'floating', wall);
}
