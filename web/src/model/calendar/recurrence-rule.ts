import type { CalendarTime } from '@bocau/contract/calendar.ts';
import type { Recurrence } from '@bocau/contract/invitations.ts';
import { isLunarRule } from '@bocau/contract/lunar-rule.ts';
import { shownAt } from '@bocau/contract/zoned-time.ts';
import { dayOfWall, daysBetween, lastOfMonth, wallOfDay, weekdayOf } from '../../lib/calendar-days.ts';
import { lunarRuleMoved } from './lunar-repeat.ts';
import { momentOfWall } from './occurrence-times.ts';

/** A rule as the form has it: what RRULE (RFC 5545 section 3.3.10) says most often. */
export type RepeatRule = Omit<Recurrence, 'exceptions' | 'moved'>;

const EVERY = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAYS_OF_WEEK = 7;

export function plainRule(every: RepeatRule['every'], start: CalendarTime): RepeatRule {
  return {
    every,
    interval: 1,
    weekdays: every === 'week' ? [weekdayOf(start.day)] : [],
    position: null,
    monthDay: every === 'month' ? dateOf(start.day) : null,
    count: null,
    until: null,
  };
}

/** Names and values, in capitals. */
export function partsOfRule(text: string): Map<string, string> {
  return new Map(
    text.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=');
      return [name.toUpperCase(), value.toUpperCase()];
    }),
  );
}

/** Null for a rule that says more than the form can. */
export function parseRule(text: string, start: CalendarTime): RepeatRule | null {
  const parts = partsOfRule(text);
  const take = (name: string) => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const every = EVERY[take('FREQ') as keyof typeof EVERY];
  const interval = Number(take('INTERVAL') ?? 1);
  const count = take('COUNT');
  const until = take('UNTIL');
  const weekStart = take('WKST') ?? 'MO';
  const days = parseDays(take('BYDAY'), take('BYSETPOS'));
  const monthDays = take('BYMONTHDAY');
  const months = take('BYMONTH');
  if (every === undefined || days === null || parts.size > 0 || !(interval >= 1)) return null;
  // Whose week begins on another day matters only where weeks are left out.
  if (weekStart !== 'MO' && every === 'week' && interval > 1) return null;
  const rule: RepeatRule = {
    ...{ every, interval, ...days },
    monthDay: null,
    count: count === undefined ? null : Number(count),
    until: until === undefined ? null : dayOfUntil(until, start.zone),
  };
  const { month, date } = { month: Number(start.day.slice(5, 7)), date: dateOf(start.day) };
  switch (every) {
    case 'day':
      return days.weekdays.length === 0 && monthDays === undefined && months === undefined ? rule : null;
    case 'week': {
      if (days.position !== null || monthDays !== undefined || months !== undefined) return null;
      return { ...rule, weekdays: days.weekdays.length === 0 ? [weekdayOf(start.day)] : days.weekdays };
    }
    case 'month': {
      if (months !== undefined) return null;
      if (days.weekdays.length > 0)
        return monthDays === undefined && days.position !== null && days.weekdays.length === 1 ? rule : null;
      const monthDay = monthDays === undefined ? date : Number(monthDays);
      return monthDay >= 1 && monthDay <= 31 ? { ...rule, monthDay } : null;
    }
    case 'year': {
      const isPlain =
        days.weekdays.length === 0 &&
        (months === undefined || Number(months) === month) &&
        (monthDays === undefined || Number(monthDays) === date);
      return isPlain ? rule : null;
    }
  }
}

type Days = Pick<RepeatRule, 'weekdays' | 'position'>;

function parseDays(days: string | undefined, setPosition: string | undefined): Days | null {
  if (days === undefined) return setPosition === undefined ? { weekdays: [], position: null } : null;
  const named = days.split(',').map((one) => /^([+-]?\d+)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(one));
  const weekdays: number[] = [];
  let position: number | null = setPosition === undefined ? null : Number(setPosition);
  for (const found of named) {
    if (!found) return null;
    const [, nth, weekday = ''] = found;
    if (nth !== undefined && (named.length > 1 || position !== null)) return null;
    if (nth !== undefined) position = Number(nth);
    weekdays.push(WEEKDAYS.indexOf(weekday));
  }
  if (position !== null && !(position === -1 || (position >= 1 && position <= 5))) return null;
  return { weekdays: weekdays.sort((one, other) => one - other), position };
}

/** The day of the event's zone within which the rule ends. */
export function dayOfUntil(until: string, zone: string | null): string {
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?/.exec(until) ?? [];
  const day = `${year}-${month}-${date}`;
  if (hour === undefined || zone === null) return day;
  const moment = wallOfDay(day) + Date.UTC(1970, 0, 1, Number(hour), Number(minute), Number(second));
  return dayOfWall(shownAt(moment, zone));
}

const LAST_MINUTE = 23 * 60 + 59;

export function ruleText(rule: RepeatRule, start: CalendarTime): string {
  const { every, interval, weekdays, position, monthDay, count, until } = rule;
  const parts = [`FREQ=${FREQUENCIES[every]}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (every === 'week') parts.push(`BYDAY=${weekdays.map((day) => WEEKDAYS[day]).join(',')}`);
  else if (every === 'month' && position !== null)
    parts.push(`BYDAY=${position}${WEEKDAYS[weekdays[0] ?? weekdayOf(start.day)]}`);
  else if (every === 'month') parts.push(`BYMONTHDAY=${monthDay ?? dateOf(start.day)}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  else if (until !== null) parts.push(`UNTIL=${untilText(until, start)}`);
  return parts.join(';');
}

/** RFC 5545: a day for whole days, a moment in UTC where the event has a zone, otherwise a time on the wall. */
function untilText(day: string, { clock, zone }: CalendarTime): string {
  const digits = day.replaceAll('-', '');
  if (clock === null) return digits;
  if (zone === null) return `${digits}T235959`;
  const moment = momentOfWall(wallOfDay(day) + LAST_MINUTE * 60_000, zone) + 59_000;
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Which of the weekdays of its month a day is: 1 to 4, and -1 where it is the last. */
export function positionsOf(day: string): number[] {
  const nth = Math.ceil(dateOf(day) / DAYS_OF_WEEK);
  const isLast = daysBetween(day, lastOfMonth(day)) < DAYS_OF_WEEK;
  return [...(nth < 5 ? [nth] : []), ...(isLast ? [-1] : [])];
}

/** The rule of a series that begins on another day than before; null where that can't be told. */
export function ruleMoved(text: string, from: CalendarTime, to: CalendarTime): string | null {
  if (isLunarRule(text)) return lunarRuleMoved(text, to.day);
  const rule = parseRule(text, from);
  if (!rule) return null;
  const by = daysBetween(from.day, to.day);
  const weekdays = rule.weekdays.map((day) => (((day + by) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK);
  const positions: (number | null)[] = rule.position === null ? [null] : positionsOf(to.day);
  return ruleText(
    {
      ...rule,
      weekdays: weekdays.sort((one, other) => one - other),
      position: positions.includes(rule.position) ? rule.position : (positions[0] ?? null),
      monthDay: rule.monthDay === null ? null : dateOf(to.day),
    },
    to,
  );
}

function dateOf(day: string): number {
  return Number(day.slice(8));
}
