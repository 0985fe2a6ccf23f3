import { addDays, DAY_MS, dayOfWall } from '../../../lib/calendar-days.ts';
import type { Span } from '../../../model/calendar/occurrence-times.ts';
import { plainRule } from '../../../model/calendar/recurrence-rule.ts';
import { type EventFormValues, withWhole } from '../form/form-values.ts';
import type { RepeatValue } from '../form/repeat-value.ts';
import type { QuickLine, QuickTime } from './parse-quick-line.ts';
import { isAway } from './takes-days.ts';

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
  if (repeat.every === 'workday')
    return { kind: 'rule', rule: { ...plainRule('week', start), weekdays: WORKDAYS, count, until } };
  const rule = { ...plainRule(repeat.every, start), interval, count, until };
  return { kind: 'rule', rule: repeat.weekdays.length > 0 ? { ...rule, weekdays: repeat.weekdays } : rule };
}

function clockOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
