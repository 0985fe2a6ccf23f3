import type { Language } from '../../../i18n/i18n.ts';
import { addDays, weekdayOf } from '../../../lib/calendar-days.ts';
import { type Bounds, readBounds } from './read-bounds.ts';
import { allOf, leaveExcept, leaveSkipped, takeExcept } from './read-except.ts';
import type { Each } from './read-interval.ts';
import { readPair } from './read-pair.ts';
import { isDayNamed, readCount, readRepeat } from './read-repeat.ts';
import { createLine, type Line } from './read-spans.ts';
import { readTime } from './read-time.ts';
import type { Since, Weekdays } from './read-weekday.ts';
import { readWeekdaySpan } from './read-weekday-list.ts';
import { takesDays } from './takes-days.ts';

/** What a line says of how often, from when and until when. */
export type Series = Bounds & {
  each: Each | null;
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
};

const PLURAL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';

/** Before the time of a line: `18h 12 lần` is no twelve minutes. */
export function readSeries(
  line: Line,
  { text, language, since, chosen, isLunar, isEndless }: Context,
): Series {
  const said = readRepeat(line, isLunar);
  const isOfEach = said === null && !takesDays(text) && hasTime(createLine(line.rest(), language));
  const but = leaveExcept(line);
  const span = isOfEach ? readWeekdaySpan(line, since) : null;
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
  return { each, weekdays, from, until: until ?? endOf(weekdays, isEndless), count };
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
