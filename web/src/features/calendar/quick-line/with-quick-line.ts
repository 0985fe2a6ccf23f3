import type { CalendarTime } from '@bocau/contract/calendar.ts';
import { addDays, DAY_MS, dayOfWall, lastOfMonth, monthsWithin } from '../../../lib/calendar-days.ts';
import type { Span } from '../../../model/calendar/occurrence-times.ts';
import { plainRule, ruleText } from '../../../model/calendar/recurrence-rule.ts';
import { type EventFormValues, withWhole } from '../form/form-values.ts';
import type { RepeatValue } from '../form/repeat-value.ts';
import type { QuickLine, QuickTime } from './parse-quick-line.ts';
import type { QuickRepeat } from './read-repeat.ts';
import { isAway } from './takes-days.ts';

type Monthly = Extract<QuickRepeat, { kind: 'month' }>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const WORKDAYS = [0, 1, 2, 3, 4];

/** The form as a line fills it in. */
export function withQuickLine(values: EventFormValues, line: QuickLine): EventFormValues {
  const { title, place, day, lastDay, start, end } = line;
  const isWhole = start === null || end === null;
  const reminders = line.reminders ?? values.reminders;
  const said = { title, place: place || values.place, repeat: repeatOf(line), reminders };
  const filled = { ...withWhole(values, isWhole), ...said };
  if (isWhole && isAway(title)) filled.isBusy = true;
  if (isWhole) return { ...filled, startDay: day, endDay: lastDay };
  return {
    ...filled,
    startDay: day,
    startClock: clockOf(start),
    endDay: addDays(day, Math.floor(end / DAY_MINUTES)),
    endClock: clockOf(end % DAY_MINUTES),
  };
}

/** The time of an event that is begun, in the words of a line. */
export function timeOf({ span, kind }: { span: Span; kind: 'zoned' | 'day' }): QuickTime {
  const day = dayOfWall(span.start);
  if (kind === 'day') return { day, lastDay: dayOfWall(span.end - DAY_MS), start: null, end: null };
  const start = (span.start % DAY_MS) / MINUTE_MS;
  return { day, lastDay: day, start, end: start + (span.end - span.start) / MINUTE_MS };
}

export function repeatOf({ repeat, day }: QuickLine): RepeatValue {
  if (!repeat) return { kind: 'none' };
  if (repeat.kind === 'lunar') return repeat;
  const start = { day, clock: null, zone: null };
  const { count, interval, until } = repeat;
  if (repeat.kind === 'month') return monthlyOf(repeat, start);
  if (repeat.every === 'workday')
    return { kind: 'rule', rule: { ...plainRule('week', start), weekdays: WORKDAYS, count, until } };
  const rule = { ...plainRule(repeat.every, start), interval, count, until };
  return { kind: 'rule', rule: repeat.weekdays.length > 0 ? { ...rule, weekdays: repeat.weekdays } : rule };
}

/** The form has no last day of each month, which RFC 5545 can say: until when is told by how often. */
function monthlyOf({ on, interval, count, until }: Monthly, start: CalendarTime): RepeatValue {
  const rule = { ...plainRule('month', start), interval, count, until };
  if ('position' in on)
    return { kind: 'rule', rule: { ...rule, monthDay: null, weekdays: [on.weekday], position: on.position } };
  const often = until === null ? count : Math.ceil(monthsFrom(start.day, until) / interval);
  return { kind: 'other', text: ruleText({ ...rule, monthDay: -1, count: often, until: null }, start) };
}

/** How many months end from one day to another. */
function monthsFrom(day: string, until: string): number {
  return monthsWithin(day, until).filter((month) => lastOfMonth(month) <= until).length;
}

function clockOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
