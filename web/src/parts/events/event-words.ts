import type { EventTime, Recurrence } from '@bocau/contract/invitations.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';
import type { Say } from '../../i18n/say.ts';
import { wallOf } from '../../lib/dates.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A Monday. */
const SOME_MONDAY = Date.UTC(2026, 10, 23);
const NTH = { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '5': 'fifth', '-1': 'last' } as const;

type Reader = { zone: string; language: string };
type Wall = { day: string; clock: string | null };

/**
 * The time of the event: in the reader's time zone first, and as the organiser wrote it where that differs.
 */
export function whenWords(
  t: Say,
  { start, end }: { start: EventTime; end: EventTime | null },
  reader: Reader,
): string[] {
  if (start.clock === null) return [wholeDays(t, start.day, end?.day ?? null, reader.language)];
  const theirs = period(start, end, reader.language);
  if (start.at === null) {
    if (start.zone === null) return [t('invitation.noZone', { time: theirs })];
    return [`${theirs} (${start.zone})`];
  }
  const here = period(onWall(start, reader.zone), end && onWall(end, reader.zone), reader.language);
  const { place, offset } = zoneWords(reader.zone, start.at, reader.language);
  const first = `${here}, ${place} (${offset})`;
  if (here === theirs || start.zone === null || start.zone === 'UTC') return [first];
  return [first, t('invitation.theirTime', { time: theirs, zone: zoneName(start, reader.language) })];
}

/** `24/11`. */
export function dayMonth(day: string): string {
  return `${day.slice(8)}/${day.slice(5, 7)}`;
}

/** `thứ Năm 10/12, 11:00–12:00`, by the reader's clock and within a sentence. */
export function shortWhen(
  { start, end }: { start: EventTime; end: EventTime | null },
  { zone, language }: Reader,
): string {
  const short = ({ day }: Wall) => {
    const weekday = weekdayWords(Date.parse(`${day}T00:00:00Z`), language).replace(/^Thứ/, 'thứ');
    return `${weekday} ${dayMonth(day)}`;
  };
  const [from, to] = [onWall(start, zone), end && onWall(end, zone)];
  if (from.clock === null) return to && to.day > from.day ? `${short(from)} – ${short(to)}` : short(from);
  if (!to) return `${short(from)}, ${from.clock}`;
  const last = to.day === from.day ? `–${to.clock}` : ` – ${short(to)}, ${to.clock}`;
  return `${short(from)}, ${from.clock}${last}`;
}

/** CL-307: days that only moved are not left out. */
export function exceptionsKey({ moved }: Pick<Recurrence, 'moved'>) {
  return moved ? 'invitation.changedDays' : 'invitation.exceptions';
}

/** The recurrence in words; its days are in the organiser's time zone. */
export function repeatWords(
  t: Say,
  { repeats: rule, start }: { repeats: Recurrence; start: EventTime },
  { zone, language }: Reader,
): string {
  const { every, interval, monthDay, position, weekdays } = rule;
  let words =
    interval === 1 ? t(`invitation.every.${every}`) : t(`invitation.everySo.${every}`, { count: interval });
  const days = listed(
    weekdays.map((day) => weekdayOfWeek(day, language)),
    language,
  );
  if (weekdays.length > 0 && position !== null) {
    const nth = NTH[String(position) as keyof typeof NTH];
    words = t('invitation.onDays', { rule: words, days: t(`invitation.nth.${nth}`, { day: days }) });
  } else if (weekdays.length > 0) words = t('invitation.onDays', { rule: words, days });
  else if (monthDay !== null) words = t('invitation.onMonthDay', { rule: words, day: monthDay });
  if (rule.count !== null) words = t('invitation.times', { rule: words, count: rule.count });
  if (rule.until !== null) words = t('invitation.until', { rule: words, date: dayFirst(rule.until) });
  if (rule.exceptions) words = t(exceptionsKey(rule), { rule: words });
  const namesDays = weekdays.length > 0 || monthDay !== null || rule.until !== null;
  if (namesDays && onWall(start, zone).day !== start.day)
    words = t('invitation.inTheirTime', { rule: words });
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

function wholeDays(t: Say, from: string, to: string | null, language: string): string {
  if (to === null) return t('invitation.wholeDay', { day: dayWords(from, language) });
  const words = t('invitation.wholeDays', { from: dayWords(from, language), to: dayWords(to, language) });
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

function period(start: Wall, end: Wall | null, language: string): string {
  const from = `${dayWords(start.day, language)}, ${start.clock}`;
  if (!end) return from;
  return end.day === start.day
    ? `${from}–${end.clock}`
    : `${from} – ${dayWords(end.day, language)}, ${end.clock}`;
}

export function onWall(time: EventTime, zone: string): Wall {
  if (time.at === null) return time;
  const { year, month, day, hour, minute } = wallOf(time.at * 1000, zone);
  return { day: `${year}-${month}-${day}`, clock: `${hour}:${minute}` };
}

/** A day with its weekday, day first in both languages. */
export function dayWords(day: string, language: string): string {
  return `${weekdayWords(Date.parse(`${day}T00:00:00Z`), language)} ${dayFirst(day)}`;
}

/** `2026-11-24` as `24/11/2026`. */
export function dayFirst(day: string): string {
  return day.split('-').reverse().join('/');
}

const weekdays = new Map<string, Intl.DateTimeFormat>();

export function weekdayWords(moment: number, language: string): string {
  // Cached, because a month asks for each of its days, and creating a formatter takes longer than all of them.
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const format =
    weekdays.get(locale) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  weekdays.set(locale, format);
  return format.format(moment).replace(/ Nhật$/, ' nhật');
}

/** The weekday within a sentence; 0 is Monday. */
export function weekdayOfWeek(day: number, language: string): string {
  const weekday = weekdayWords(SOME_MONDAY + day * DAY_MS, language);
  return language === 'vi' ? weekday.replace(/^Thứ/, 'thứ') : weekday;
}

export function listed(words: string[], language: string): string {
  return new Intl.ListFormat(language === 'vi' ? 'vi' : 'en-GB').format(words);
}

/** The name of an IANA time zone by its place; any other zone as written. */
function zoneName({ at, zone }: EventTime, language: string): string {
  if (zone === null || at === null) return '';
  try {
    const { place, offset } = zoneWords(zone, at, language);
    return `${place}, ${offset}`;
  } catch (error) {
    if (error instanceof RangeError) return zone;
    throw error;
  }
}
