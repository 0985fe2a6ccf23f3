import type { Language } from '../../../i18n/i18n.ts';
import { addDays, weekdayOf, weekStartOf } from '../../../lib/calendar-days.ts';
import { lunarRuleOn } from '../../../model/calendar/lunar-repeat.ts';
import { readAcross } from './read-across.ts';
import type { ReadTime } from './read-clock.ts';
import { ofWeekdays, plain, type ReadDay, readDay } from './read-day.ts';
import { readDaySpan } from './read-day-span.ts';
import { leaveExcept } from './read-except.ts';
import { leaveImpossible } from './read-impossible.ts';
import type { Each } from './read-interval.ts';
import { readLunar } from './read-lunar.ts';
import { firstOn } from './read-monthly.ts';
import { readPair } from './read-pair.ts';
import { readPlace } from './read-place.ts';
import { readRange } from './read-range.ts';
import { readReminders, remindersOf } from './read-reminders.ts';
import { type QuickRepeat, readCount, takeRepeatWord } from './read-repeat.ts';
import { nextAmong, readSeries, type Series } from './read-series.ts';
import { readSoon } from './read-soon.ts';
import { createLine, type Line } from './read-spans.ts';
import { readTime } from './read-time.ts';
import { goesOn } from './takes-days.ts';
import { titleOf } from './title-of.ts';

/** What a line says of an event. */
export type QuickLine = {
  title: string;
  place: string;
  day: string;
  /** Another one than `day` for whole days. */
  lastDay: string;
  /** Minutes of the day; null for a whole day. */
  start: number | null;
  /** Minutes from the midnight before the start. */
  end: number | null;
  repeat: QuickRepeat | null;
  /** Minutes before the start; null where the line says nothing of it. */
  reminders: number[] | null;
};

/** When something is. */
export type QuickTime = Pick<QuickLine, 'day' | 'lastDay' | 'start' | 'end'>;

type QuickContext = {
  today: string;
  /** The day of lines that name none. */
  chosen: string;
  /** CL-383: the first day of the week on screen, where that is another than today's: bare weekdays are in it. */
  week?: string | null;
  /** In minutes of the day. */
  now: number;
  /** Of the interface. */
  language: Language;
  /** CL-414: the time that stays where a line says a reminder and no time. */
  begun?: QuickTime;
};

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const FRIDAY = 4;
const VAGUE =
  /(?<!\p{L})(?:(?:đầu|giữa|cuối|dau|giua|cuoi)(?: (?:của|cua))? *(?:tháng|thang|\0)|(?:first|second|third|fourth|last|middle|end|beginning|start)(?!\p{L})|\d(?:st|nd|rd|th)(?!\p{L}))/iu;
/** Behind words that say a whole day: `all day breakfast` is a title. */
const ENDS_OR_DAY =
  /^[\s,]*(?:$|\0|\d|(?:thứ|hôm|hom|mai|mốt|chủ|chu|today|tomorrow|next|on|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)(?!\p{L}))/iu;

/**
 * CL-145: reads a line in Vietnamese or English, with accents or without. Null where it says neither a day nor a time. What may
 * be a name or an ordinary word is left in the title.
 */
export function parseQuickLine(text: string, context: QuickContext): QuickLine | null {
  return parse(text, context, { isEndless: false, isOnce: false });
}

/** What stays in the title. */
type Left = Pick<Parameters<typeof readSeries>[1], 'isEndless' | 'isOnce'>;

function parse(text: string, context: QuickContext, left: Left): QuickLine | null {
  const { chosen, language } = context;
  const line = createLine(text, language);
  leaveImpossible(line);
  // CL-396: before lengths and times, which it would be.
  const before = readReminders(line);
  const isWhole = line.take('(?:cả|suốt|nguyên) ngày|all[ -]day', (_, { after }) => ENDS_OR_DAY.test(after));
  const isLunar = isOfMoon(text, context);
  const since = { today: context.today, week: context.week ?? null };
  const series = readSeries(line, { text, language, since, chosen, isLunar, ...left });
  const { each, on, weekdays, from, until } = series;
  const soon = readSoon(line, context);
  if (soon) {
    const repeat = repeatOf(weekdays && ofWeekdays(weekdays), series, text);
    const place = readPlace(line);
    return {
      ...{ title: titleOf(line), place, ...soon, lastDay: soon.day, end: soon.end ?? soon.start + HOUR },
      ...{ repeat, reminders: remindersOf(before, false) },
    };
  }
  const across = each === null && !weekdays && !on ? readAcross(line, since) : null;
  if (across) {
    const place = readPlace(line);
    return {
      ...{ title: titleOf(line), place, ...across, lastDay: across.day },
      ...{ repeat: null, reminders: remindersOf(before, false) },
    };
  }
  const span = each === null && !weekdays && !on ? readDaySpan(line, since) : null;
  if (span) {
    const hours = goesOn(text) ? null : readRange(line);
    const place = readPlace(line);
    if (hours) {
      const repeat = everyDay(span.lastDay);
      const { day } = span;
      return {
        ...{ title: titleOf(line), place, day, lastDay: day, ...hours },
        ...{ repeat, reminders: remindersOf(before, false) },
      };
    }
    return {
      ...{ title: titleOf(line), place, ...span, start: null, end: null },
      ...{ repeat: null, reminders: remindersOf(before, true) },
    };
  }
  const told = readTime(line);
  const found = on
    ? plain(firstOn(on, from ?? context.today))
    : weekdays
      ? ofWeekdays(weekdays)
      : (readDay(line, from === null ? since : { today: from, week: null }, each !== null) ??
        (from === null ? null : plain(from)));
  const said = told ?? readPair(line, { period: null, isDay: found !== null || each !== null });
  const time = said && found?.isToday && said.isVague ? comingTime(said, context) : said;
  if (!time && !found && !each && !isWhole) return withoutTime(titleOf(line), before, context);
  if (each?.every === 'month' && !on && !isLunar && !left.isOnce && isUnsaid(found, line))
    return parse(text, context, { ...left, isOnce: true });
  const count = series.count ?? (each === null && found?.isWeekly ? readCount(line, true) : null);
  const repeat = repeatOf(found, { each, on, count, until: count === null ? until : null }, text);
  if (repeat) takeRepeatWord(line);
  const isOver = on && found?.day === context.today && time !== null && time.start <= context.now;
  const day = isOver ? firstOn(on, addDays(context.today, 1)) : dayOf(found, each, time, context);
  // An end that none of its days is before is none, nor is a second one.
  if (until !== null && !left.isEndless && (!repeat || count !== null || until < day))
    return parse(text, context, { ...left, isEndless: true });
  const place = readPlace(line);
  return {
    ...{ title: titleOf(line), place, day, lastDay: day },
    start: time?.start ?? null,
    end: time === null ? null : (time.end ?? time.start + HOUR),
    ...{ repeat, reminders: remindersOf(before, time === null) },
  };
}

/** Of `hàng ngày trừ rằm` the lunar day is left out. */
function isOfMoon(text: string, { language, today }: QuickContext): boolean {
  const line = createLine(text, language);
  leaveExcept(line);
  return readLunar(line, today) !== null;
}

/** CL-426: hours that each of some days has. */
function everyDay(until: string): QuickRepeat {
  return { kind: 'every', every: 'day', interval: 1, weekdays: [], count: null, until };
}

/** Of each month is no day that is named by its weekday alone, or in words that are left. */
function isUnsaid(found: ReadDay | null, line: Line): boolean {
  return found ? found.weekdays !== null : VAGUE.test(line.rest());
}

/** `gọi Lan nhắc trước 15 phút` says a reminder alone. */
function withoutTime(title: string, before: string | null, { begun }: QuickContext): QuickLine | null {
  if (before === null || !begun || title === '') return null;
  return { title, place: '', ...begun, repeat: null, reminders: remindersOf(before, begun.start === null) };
}

/** `hôm nay 8h` in the afternoon is in the evening. */
function comingTime(time: ReadTime, { now }: QuickContext): ReadTime {
  const [start, end] = [time.start + HALF_DAY, time.end && time.end + HALF_DAY];
  return time.start <= now && start > now ? { start, end } : time;
}

/** A time that is over today is one of tomorrow, or of the next such weekday. */
function dayOf(
  found: ReadDay | null,
  each: Each | null,
  time: ReadTime | null,
  { today, chosen, now }: QuickContext,
): string {
  const isOver = time !== null && time.start <= now;
  const tomorrow = addDays(today, 1);
  // The midnight of tonight.
  if (time?.start === 0 && found?.day === today) return tomorrow;
  if (found && found.day === today && found.weekdays && isOver) return nextAmong(found.weekdays, tomorrow);
  const first = found?.day ?? (isOver && chosen === today ? tomorrow : chosen);
  const isRest = each?.every === 'workday' && weekdayOf(first) > FRIDAY;
  return isRest ? addDays(weekStartOf(first), 7) : first;
}

/** A lunar day alone is each year only where it is said, or where people keep such days. */
function repeatOf(
  found: ReadDay | null,
  { each, on, count, until }: Pick<Series, 'each' | 'on' | 'count' | 'until'>,
  text: string,
): QuickRepeat | null {
  const weekdays = found?.isWeekly ? (found.weekdays ?? []) : [];
  const { every, interval } = each ?? { every: null, interval: 1 };
  if (on && each && ('position' in on || on.date === -1))
    return { kind: 'month', on, interval, count, until };
  const isEachWeek = every === 'week' || (every === null && found?.isWeekly);
  if (isEachWeek || (every === 'day' && weekdays.length > 1))
    return { kind: 'every', every: 'week', interval, weekdays, count, until };
  if (!found?.lunar) return each && { kind: 'every', ...each, weekdays: [], count, until };
  const isKept = /giỗ|(?<!\d ?)gio |cúng|sinh nhật|death anniversary|birthday/iu.test(text);
  const { lunar } = found;
  if (every === 'month') {
    const rule = lunar.every === 'month' ? lunar : lunarRuleOn('month', found.day);
    return rule && { kind: 'lunar', rule };
  }
  if (lunar.every === 'month') return lunar.days.length > 1 ? { kind: 'lunar', rule: lunar } : null;
  return isKept || each ? { kind: 'lunar', rule: lunar } : null;
}
