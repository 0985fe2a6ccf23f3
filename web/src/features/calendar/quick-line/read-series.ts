import type { Language } from '../../../i18n/i18n.ts';
import { addDays, weekdayOf } from '../../../lib/calendar-days.ts';
import { type Bounds, readBounds } from './read-bounds.ts';
import { allOf, leaveExcept, leaveSkipped, takeExcept } from './read-except.ts';
import type { Each } from './read-interval.ts';
import { findMonthly, type MonthDay } from './read-monthly.ts';
import { readPair } from './read-pair.ts';
import { isDayNamed, readCount, readRepeat } from './read-repeat.ts';
import { createLine, type Line } from './read-spans.ts';
import { readTime } from './read-time.ts';
import type { Since, Weekdays } from './read-weekday.ts';
import { readListOfEach, readWeekdaySpan } from './read-weekday-list.ts';
import { takesDays } from './takes-days.ts';

/** What a line says of how often, from when and until when. */
export type Series = Bounds & {
  each: Each | null;
  /** Of each month this one, or without a repeat the next one. */
  on: MonthDay | null;
  /** Those of each week that are a span, or what an exception leaves. */
  weekdays: Weekdays | null;
  /** Of dates. */
  count: number | null;
};

type Context = {
  text: string;
  language: Language;
  since: Since;
  /** The day of lines that name none. */
  chosen: string;
  isLunar: boolean;
  /** Its end stays in the title. */
  isEndless: boolean;
  /** Its repeat stays in the title. */
  isOnce: boolean;
};

const MONTHLY: Each = { every: 'month', interval: 1 };
const NONE: Series = { each: null, on: null, weekdays: null, from: null, until: null, count: null };
const PLURAL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';

/** Before the time of a line: `18h 12 lần` is no twelve minutes. */
export function readSeries(
  line: Line,
  { text, language, since, chosen, isLunar, isEndless, isOnce }: Context,
): Series {
  if (isOnce) return { ...NONE, ...readBounds(line, since, { each: MONTHLY, isEndless: true }) };
  const { on, each: said } = readSaid(line, isLunar);
  const isOfEach = said === null && !on && !takesDays(text) && hasTime(createLine(line.rest(), language));
  const but = leaveExcept(line);
  const span = isOfEach ? (readWeekdaySpan(line, since) ?? readListOfEach(line, since)) : null;
  const except = but ?? (said || span ? leaveSkipped(line, said) : null);
  const others = takeExcept(line, except, said ? allOf(said) : span?.days);
  const each: Each | null = others ? { every: 'week', interval: 1 } : said;
  const isSeries = !isLunar && (each !== null || span !== null);
  const { from, until } =
    isSeries || (!isLunar && line.find(PLURAL) !== null)
      ? readBounds(line, since, { each: said, isEndless })
      : { from: null, until: null };
  const days = others ?? (from === null ? null : span?.days);
  const weekdays = days
    ? { days, isWeekly: true, first: nextAmong(days, from ?? chosen), until: null }
    : span;
  const isDay = others !== null || span !== null || isDayNamed(line);
  const count = isSeries ? readCount(line, isDay) : null;
  return { each, on, weekdays, from, until: until ?? endOf(weekdays, isEndless), count };
}

/** `thứ hai đầu tháng` alone is the next one, and stays in the title since each one may be meant. */
function readSaid(line: Line, isLunar: boolean): Pick<Series, 'each' | 'on'> {
  const monthly = isLunar ? null : findMonthly(line);
  if (!monthly) return { each: readRepeat(line, isLunar), on: null };
  const { from, to } = monthly;
  if (monthly.isEach) line.cut(from, to);
  const each = readRepeat(line, isLunar) ?? (monthly.isEach ? MONTHLY : null);
  if (!each && monthly.isOfMonth) {
    line.leave(from, to);
    return { each, on: monthly.on };
  }
  if (each?.every !== 'month') return { each, on: null };
  line.cut(from, to);
  return { each, on: monthly.on };
}

function hasTime(line: Line): boolean {
  return (readTime(line) ?? readPair(line, { period: null, isDay: true })) !== null;
}

/** Where all of its days are over, the next week is meant. */
function endOf(weekdays: Weekdays | null, isEndless: boolean): string | null {
  return weekdays?.until && isEndless ? addDays(weekdays.until, 7) : (weekdays?.until ?? null);
}

/** The first of some weekdays from a day on. */
export function nextAmong(weekdays: number[], from: string): string {
  const away = weekdays.map((weekday) => (weekday - weekdayOf(from) + 7) % 7);
  return addDays(from, Math.min(...away));
}
