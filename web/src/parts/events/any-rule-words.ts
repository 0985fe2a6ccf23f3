import type { CalendarTime } from '@bocau/contract/calendar.ts';
import type { Spoken } from '../../i18n/i18n.ts';
import { weekdayOf } from '../../lib/calendar-days.ts';
import { dayOfUntil, partsOfRule, WEEKDAYS } from '../../model/calendar/recurrence-rule.ts';
import { dayFirst, listed, weekdayOfWeek } from './event-words.ts';

const UNITS = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
} as const;
type Unit = (typeof UNITS)[keyof typeof UNITS];
const DAYS = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'];
/** More times of a day than these are told by their hours and minutes apart. */
const MOST_TIMES = 8;

type Parts = {
  unit: Unit;
  text(name: string): string | undefined;
  list(name: string): string[];
  numbers(name: string): number[];
};

/** CL-147: any rule of RFC 5545 (section 3.3.10), part by part; null for what is none. */
export function anyRuleWords(spoken: Spoken, text: string, start: CalendarTime): string | null {
  const parts = partsOf(text, start);
  if (!parts) return null;
  const { t } = spoken;
  const count = parts.numbers('INTERVAL')[0] ?? 1;
  const { unit } = parts;
  let words = count === 1 ? t(`calendar.rule.every.${unit}`) : t(`calendar.rule.everySo.${unit}`, { count });
  words = withDays(spoken, words, parts);
  words = withTimes(spoken, words, parts, start);
  const places = parts.numbers('BYSETPOS').map((at) => placeWords(spoken, at, 'time'));
  if (places.length > 0)
    words = t('calendar.rule.only', { rule: words, places: listed(places, spoken.language) });
  // Whose week begins on another day matters only where weeks are left out.
  const weekStart = parts.text('WKST') ?? 'MO';
  if (weekStart !== 'MO' && unit === 'week' && count > 1)
    words = t('calendar.rule.weekStart', { rule: words, day: weekdayName(spoken, weekStart) });
  const [times] = parts.numbers('COUNT');
  if (times !== undefined) words = t('invitation.times', { rule: words, count: times });
  const until = parts.text('UNTIL');
  if (until !== undefined)
    words = t('invitation.until', { rule: words, date: dayFirst(dayOfUntil(until, start.zone)) });
  return words;
}

function partsOf(text: string, start: CalendarTime): Parts | null {
  const given = partsOfRule(text);
  const unit = UNITS[given.get('FREQ') as keyof typeof UNITS];
  if (unit === undefined) return null;
  // Where it names no day, it is that of the start.
  if (!DAYS.some((name) => given.has(name))) {
    if (unit === 'week') given.set('BYDAY', WEEKDAYS[weekdayOf(start.day)] as string);
    if (unit === 'month' || unit === 'year') given.set('BYMONTHDAY', String(Number(start.day.slice(8))));
    if (unit === 'year' && !given.has('BYMONTH')) given.set('BYMONTH', String(Number(start.day.slice(5, 7))));
  }
  const list = (name: string) => given.get(name)?.split(',') ?? [];
  return { unit, text: (name) => given.get(name), list, numbers: (name) => list(name).map(Number) };
}

function withDays(spoken: Spoken, words: string, { unit, list, numbers }: Parts): string {
  const { t } = spoken;
  let rule = words;
  const add = (key: 'on' | 'if' | 'in', values: string[]) => {
    if (values.length > 0)
      rule = t(`calendar.rule.${key}`, { rule, values: listed(values, spoken.language) });
  };
  const months = numbers('BYMONTH').map((month) => monthName(spoken, month));
  const inPeriod = (day: string) => {
    // The months are told after it.
    if (months.length > 0) return day;
    return t(unit === 'year' ? 'calendar.rule.ofYear' : 'calendar.rule.ofMonth', { day });
  };
  const weekdays = list('BYDAY').map((day) => {
    const [, at, name = ''] = /^([+-]?\d+)?(\w\w)$/.exec(day) ?? [];
    const weekday = weekdayName(spoken, name);
    return at === undefined ? weekday : inPeriod(placeWords(spoken, Number(at), 'weekday', weekday));
  });
  const dates = numbers('BYMONTHDAY');
  const dateWords = dates.map((date) =>
    date > 0 ? t('calendar.rule.date', { date }) : inPeriod(placeWords(spoken, date, 'day')),
  );
  const areCounted = dates.length > 0 && dates.every((date) => date > 0);
  const ofMonths = areCounted
    ? [t('calendar.rule.date', { date: listed(dates.map(String), spoken.language) })]
    : dateWords;
  add('on', weekdays);
  // Both: the days that are either alone are not meant.
  add(weekdays.length > 0 ? 'if' : 'on', ofMonths);
  add(
    'on',
    numbers('BYYEARDAY').map((at) => t('calendar.rule.ofYear', { day: placeWords(spoken, at, 'day') })),
  );
  add(
    'in',
    numbers('BYWEEKNO').map((week) =>
      week > 0 ? t('calendar.rule.week', { week }) : placeWords(spoken, week, 'week'),
    ),
  );
  add('in', months);
  return rule;
}

/** Times of a day as people read them; of rules by the hour or closer, which of them are meant. */
function withTimes(
  spoken: Spoken,
  words: string,
  { unit, list, numbers }: Parts,
  start: CalendarTime,
): string {
  const [hours, minutes, seconds] = [numbers('BYHOUR'), numbers('BYMINUTE'), numbers('BYSECOND')];
  const isByDay = unit !== 'second' && unit !== 'minute' && unit !== 'hour';
  const [hour, minute] = (start.clock ?? '00:00').split(':').map(Number);
  const atHours = hours.length > 0 ? hours : [hour as number];
  const atMinutes = minutes.length > 0 ? minutes : [minute as number];
  const areFew = atHours.length * atMinutes.length <= MOST_TIMES && seconds.length === 0;
  if (isByDay && areFew && hours.length + minutes.length > 0) {
    const times = atHours.flatMap((one) => atMinutes.map((other) => `${twoDigits(one)}:${twoDigits(other)}`));
    return spoken.t('calendar.rule.at', { rule: words, times: listed(times, spoken.language) });
  }
  let rule = words;
  for (const [name, key] of [
    ['BYHOUR', 'hours'],
    ['BYMINUTE', 'minutes'],
    ['BYSECOND', 'seconds'],
  ] as const) {
    const values = list(name);
    if (values.length > 0)
      rule = spoken.t(`calendar.rule.${key}`, {
        rule,
        values: listed(values, spoken.language),
        count: values.length,
      });
  }
  return rule;
}

/** 2: the second; -1: the last; -2: the second from the end. */
function placeWords({ t }: Spoken, at: number, of: 'day' | 'weekday' | 'week' | 'time', day = ''): string {
  if (at === -1) return t(`calendar.rule.places.${of}.last`, { day });
  const place = t('calendar.rule.ordinal', { count: Math.abs(at), ordinal: true });
  return t(`calendar.rule.places.${of}.${at > 0 ? 'nth' : 'fromEnd'}`, { place, day });
}

function weekdayName({ language }: Spoken, name: string): string {
  return weekdayOfWeek(WEEKDAYS.indexOf(name), language);
}

function monthName({ t, language }: Spoken, month: number): string {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' });
  return t('calendar.rule.monthName', { month, name: format.format(Date.UTC(2026, month - 1, 1)) });
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
