import type { Occurrence } from '@bocau/contract/calendar.ts';
import type { Spoken } from '../../i18n/i18n.ts';
import { DAY_MS, dayOfWall, wallOfDay, weekNumberOf } from '../../lib/calendar-days.ts';
import { clockOf, type Span, spanOf } from '../../model/calendar/occurrence-times.ts';
import type { CalendarViewName } from '../../parts/calendar/calendar-address.ts';
import { dayMonth, dayWords } from '../../parts/events/event-words.ts';

type Language = Spoken['language'];

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format;
}

const VIETNAMESE_WEEKDAYS = { short: ['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'CN'] };

/** A weekday as a column is headed: `T2`, `Mon`. */
export function shortWeekday(day: string, language: Language): string {
  if (language === 'vi') {
    const at = (new Date(wallOfDay(day)).getUTCDay() + 6) % 7;
    return VIETNAMESE_WEEKDAYS.short[at] ?? '';
  }
  return formatOf(language, { weekday: 'short' }).format(wallOfDay(day));
}

/** `Tháng 11, 2026`, `November 2026`. */
export function monthWords({ t, language }: Spoken, day: string): string {
  const name = formatOf(language, { month: 'long' }).format(wallOfDay(day));
  return t('calendar.month', { name, month: Number(day.slice(5, 7)), year: day.slice(0, 4) });
}

/** The title of what is shown. */
export function viewTitle(spoken: Spoken, view: CalendarViewName, days: readonly string[], day: string) {
  const [first = day, last = day] = [days[0], days.at(-1)];
  if (view === 'month') return monthWords(spoken, day);
  if (view === 'year') return spoken.t('calendar.year', { year: day.slice(0, 4) });
  if (view === 'day') return dayWords(day, spoken.language);
  const short = first.slice(0, 7) === last.slice(0, 7) ? first.slice(8) : dayMonth(first);
  const from = first.slice(0, 4) === last.slice(0, 4) ? short : `${short}/${first.slice(0, 4)}`;
  return `${from} – ${dayMonth(last)}/${last.slice(0, 4)}`;
}

/** The same where there is little room. */
export function shortTitle(spoken: Spoken, view: CalendarViewName, days: readonly string[], day: string) {
  const { t, language } = spoken;
  if (view === 'day' || view === 'agenda') return `${shortWeekday(day, language)} ${dayMonth(day)}`;
  if (view === 'year') return day.slice(0, 4);
  if (view !== 'month')
    return viewTitle(spoken, view, days, day)
      .replaceAll(/\/\d{4}/g, '')
      .replace(' – ', '–');
  const name = formatOf(language, { month: 'short' }).format(wallOfDay(day));
  return t('calendar.monthShort', { name, month: Number(day.slice(5, 7)), year: day.slice(2, 4) });
}

/** By the middle of its days: a week may begin on Sunday. */
export function numberOfWeek(week: readonly string[]): number {
  return weekNumberOf(week[3] ?? '');
}

export function weekWords({ t }: Spoken, week: readonly string[]): string {
  return t('calendar.week', { number: numberOfWeek(week) });
}

/** When it is, for a screen reader and for notices: with the day and the times. */
export function spanWords({ t, language }: Spoken, span: Span, kind: Occurrence['kind']): string {
  const { start, end } = span;
  const day = dayWords(dayOfWall(start), language);
  if (kind === 'day') {
    const toDay = dayOfWall(Math.max(start, end - DAY_MS));
    if (toDay === dayOfWall(start)) return t('calendar.wholeDay', { day });
    return t('calendar.wholeDays', { day, toDay: dayWords(toDay, language) });
  }
  const [from, to] = [clockOf(start), clockOf(end)];
  if (start === end) return t('calendar.atTime', { day, time: from });
  if (dayOfWall(Math.max(start, end - 1)) === dayOfWall(start)) return t('calendar.from', { day, from, to });
  return t('calendar.fromTo', { day, from, toDay: dayWords(dayOfWall(end), language), to });
}

export function titleOf({ t }: Pick<Spoken, 't'>, title: string): string {
  return title.trim() || t('calendar.noTitle');
}

/** What an occurrence is called: of what others hide it is only known that they are busy. */
export function occurrenceTitle({ t }: Pick<Spoken, 't'>, { title, only_busy }: Occurrence): string {
  return only_busy ? t('calendar.busy') : titleOf({ t }, title);
}

/** One sentence that says all of an occurrence. */
export function spokenOccurrence(
  spoken: Spoken,
  one: Occurrence,
  { zone, calendar }: { zone: string; calendar: string | null },
): string {
  const { t } = spoken;
  return [
    occurrenceTitle(spoken, one),
    spanWords(spoken, spanOf(one, zone), one.kind),
    one.place,
    one.repeats && t('calendar.repeats'),
    one.is_private && t('calendar.private'),
    one.is_declined && t('calendar.declined'),
    one.is_waiting && t('calendar.waiting'),
    one.is_maybe && t('calendar.maybe'),
    one.has_proposal && t('calendar.hasProposal'),
    calendar !== null && t('calendar.inCalendar', { name: calendar }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** How long before the start; of whole days, on which day and at what hour. */
export function reminderWords({ t }: Pick<Spoken, 't'>, minutes: number, isWhole: boolean): string {
  if (isWhole) return ofWholeDays(t, minutes);
  if (minutes === 0) return t('calendar.reminders.now');
  if (minutes < 0) return t('calendar.reminders.after', { count: -minutes });
  const units = [
    ['weeks', 7 * 24 * 60],
    ['days', 24 * 60],
    ['hours', 60],
    ['minutes', 1],
  ] as const;
  const [unit, size] = units.find(([, each]) => minutes % each === 0) ?? ['minutes', 1];
  return t(`calendar.reminders.${unit}`, { count: minutes / size });
}

const DAY_MINUTES = 24 * 60;

function ofWholeDays(t: Spoken['t'], minutes: number): string {
  const count = Math.ceil(minutes / DAY_MINUTES);
  const time = clockOf((count * DAY_MINUTES - minutes) * 60_000);
  if (count <= 0) return t('calendar.reminders.onDay', { time });
  return count === 1
    ? t('calendar.reminders.dayBefore', { time })
    : t('calendar.reminders.daysBefore', { count, time });
}
