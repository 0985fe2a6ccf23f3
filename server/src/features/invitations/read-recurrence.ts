import type { EventTime, Invitation, Recurrence } from '@bocau/contract/invitations.ts';
import { shownAt } from '@bocau/contract/zoned-time.ts';
import type ICAL from 'ical.js';
import { knownZone } from '../../calendar/ical/windows-zones.ts';
import { addDays } from './event-times.ts';

const EVERY = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const TOLD = new Set([
  ...['freq', 'interval', 'count', 'until', 'wkst'],
  ...['byday', 'bymonthday', 'bymonth', 'bysetpos'],
]);

const isNumber = (least: number, most: number) => (value: string) => within(value, least, most) !== null;
/** From the beginning or, below zero, from the end. */
const isPlace = (most: number) => (value: string) =>
  Number(value) !== 0 && within(value, -most, most) !== null;
const DAY = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/;

/** Of RFC 5545, section 3.3.10. */
const PARTS: Record<string, (value: string) => boolean> = {
  ...{ interval: isNumber(1, 999), count: isNumber(1, 99_999), wkst: (value) => WEEKDAYS.includes(value) },
  ...{ byday: (value) => DAY.test(value), bymonth: isNumber(1, 12), bymonthday: isPlace(31) },
  ...{ byyearday: isPlace(366), byweekno: isPlace(53), bysetpos: isPlace(366) },
  ...{ byhour: isNumber(0, 23), byminute: isNumber(0, 59), bysecond: isNumber(0, 60) },
};
const UNITS = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

type Told = Pick<Invitation, 'repeats' | 'repeats_otherwise' | 'rule'>;
type Pattern = Pick<Recurrence, 'every' | 'weekdays' | 'position' | 'monthDay'>;

/**
 * The recurrence of an event, as far as it can be put into words; it is never expanded. When words would be
 * inaccurate, it is left to the file.
 */
export function readRecurrence(
  event: ICAL.Component,
  start: EventTime | null,
  /** Single occurrences changed by the same file. */
  changed: ICAL.Component[],
): Told {
  const rules = event.getAllProperties('rrule');
  const others = ['rdate', 'exrule', UNREADABLE_RULE].filter((name) => event.hasProperty(name));
  const comesAgain = rules.length > 0 || others.length > 0;
  const isPlain = rules.length === 1 && others.length === 0 && !changed.some(hasFollowing);
  const rule = isPlain && start ? tell(rules[0]?.jCal[3], start) : null;
  const isLeftOut = event.hasProperty('exdate') || changed.some(isCancelled);
  const exceptions = changed.length > 0 || isLeftOut;
  const which = { exceptions, ...(exceptions && !isLeftOut && { moved: true as const }) };
  // COUNT includes excluded occurrences.
  const repeats = rule && !(isLeftOut && rule.count !== null) ? { ...rule, ...which } : null;
  if (!comesAgain || repeats !== null) return { repeats, repeats_otherwise: false };
  const text = isPlain && start ? ruleText(rules[0]?.jCal[3], start) : null;
  const isTold = text !== null && !(isLeftOut && /;COUNT=/.test(text));
  return { repeats, repeats_otherwise: true, ...(isTold && { rule: { text, ...which } }) };
}

function isCancelled(event: ICAL.Component): boolean {
  return String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';
}

/** The replacement name of a rule that the parser rejects, which would make it reject the whole file. */
export const UNREADABLE_RULE = 'x-unreadable-rrule';

/** RANGE=THISANDFUTURE: it applies to all later occurrences too. */
export function hasFollowing(event: ICAL.Component): boolean {
  return event.getFirstProperty('recurrence-id')?.getFirstParameter('range') !== undefined;
}

/**
 * CL-269: the rule as it is written, for words part by part. UNTIL is the last day on which it may begin. Null where that is
 * not known, or with parts that RFC 5545 does not have.
 */
function ruleText(written: unknown, start: EventTime): string | null {
  if (typeof written !== 'object' || written === null) return null;
  const { freq, until, ...parts } = written as Record<string, unknown>;
  const last = until === undefined ? null : lastDay(String(until), start);
  const areKnown = Object.entries(parts).every(([name, value]) =>
    listOf(value).every((one) => PARTS[name]?.(one) === true),
  );
  if (
    !areKnown ||
    !UNITS.includes(String(freq)) ||
    (until !== undefined && (last === null || parts['count'] !== undefined))
  )
    return null;
  const told = Object.entries(parts).map(
    ([name, value]) => `${name.toUpperCase()}=${listOf(value).join(',')}`,
  );
  return [`FREQ=${freq}`, ...told, ...(last === null ? [] : [`UNTIL=${last.replaceAll('-', '')}`])].join(';');
}

function tell(written: unknown, start: EventTime): Omit<Recurrence, 'exceptions' | 'moved'> | null {
  if (typeof written !== 'object' || written === null) return null;
  const parts = written as Record<string, unknown>;
  if (!Object.keys(parts).every((part) => TOLD.has(part))) return null;
  const interval = parts['interval'] === undefined ? 1 : within(parts['interval'], 1, 999);
  const count = parts['count'] === undefined ? null : within(parts['count'], 1, 99_999);
  const until = parts['until'] === undefined ? null : lastDay(String(parts['until']), start);
  const pattern = patternOf(parts, interval, start);
  if (interval === null || pattern === null) return null;
  if ((count === null) !== (parts['count'] === undefined)) return null;
  if ((until === null) !== (parts['until'] === undefined)) return null;
  if (count !== null && until !== null) return null;
  return { ...pattern, interval, count, until };
}

function patternOf(
  parts: Record<string, unknown>,
  interval: number | null,
  start: EventTime,
): Pattern | null {
  const every = EVERY[parts['freq'] as keyof typeof EVERY];
  const [months, monthDays, places] = [
    listOf(parts['bymonth']),
    listOf(parts['bymonthday']),
    listOf(parts['bysetpos']),
  ];
  const days = listOf(parts['byday']).map((day) => /^([+-]?\d+)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day));
  if (every === undefined || days.includes(null)) return null;
  const weekdays = [...new Set(days.map((day) => WEEKDAYS.indexOf(day?.[2] ?? '')))].sort();
  const numbers = [...days.flatMap((day) => day?.[1] ?? []), ...places];
  const plain: Pattern = { every, weekdays: [], position: null, monthDay: null };
  const [, startMonth, startDay] = start.day.split('-').map(Number);

  if (numbers.length > 0) {
    // "The last Friday" can be expressed; "the first Monday and the first Tuesday" cannot be expressed
    // unambiguously.
    const position = within(numbers[0], -1, 5);
    const isOne = numbers.length === 1 && days.length === 1 && months.length + monthDays.length === 0;
    return every === 'month' && isOne && position ? { ...plain, weekdays, position } : null;
  }
  if (weekdays.length > 0) {
    if (months.length + monthDays.length > 0) return null;
    if (every === 'week') return { ...plain, weekdays };
    // Each of these days in every week.
    return interval === 1 ? { ...plain, every: 'week', weekdays } : null;
  }
  if (every === 'month') {
    if (months.length > 0 || monthDays.length > 1) return null;
    if (monthDays.length === 1) {
      const monthDay = within(monthDays[0], 1, 31);
      return monthDay === null ? null : { ...plain, monthDay };
    }
    // Not every month has such a day.
    return (startDay ?? 0) > 28 ? { ...plain, monthDay: startDay ?? null } : plain;
  }
  if (every === 'year') {
    if (startMonth === 2 && startDay === 29) return null;
    const isItsDay = [...months, ...monthDays].length === 0 || (months.length === 1 && monthDays.length <= 1);
    const isStart =
      Number(months[0] ?? startMonth) === startMonth && Number(monthDays[0] ?? startDay) === startDay;
    return isItsDay && isStart ? plain : null;
  }
  return months.length + monthDays.length === 0 ? plain : null;
}

/** The last day on which it may begin, in its own time zone; null when that is unknown. */
function lastDay(until: string, start: EventTime): string | null {
  const [, date, clock, utc] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d):\d\d(Z)?)?$/.exec(until) ?? [];
  const ms = Date.parse(`${date}T${clock ?? '00:00'}:00Z`);
  if (date === undefined || Number.isNaN(ms)) return null;
  if (clock === undefined) return date;
  if (start.clock === null || (utc && start.at === null)) return null;
  const wall = new Date(utc ? ms + offsetAt(ms, start) : ms).toISOString();
  return wall.slice(11, 16) < start.clock ? addDays(wall.slice(0, 10), -1) : wall.slice(0, 10);
}

/**
 * The UTC offset of its time zone in milliseconds; for a zone that only the file describes, the offset at its
 * start.
 */
function offsetAt(ms: number, { at, clock, day, zone }: EventTime): number {
  if (zone === 'UTC') return 0;
  const known = zone === null ? null : knownZone(zone);
  if (known !== null) return shownAt(ms, known) - ms;
  return Date.parse(`${day}T${clock}:00Z`) - (at ?? 0) * 1000;
}

function listOf(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

function within(value: unknown, least: number, most: number): number | null {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}
