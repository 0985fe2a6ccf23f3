import type { Recurrence } from '@bocau/contract/invitations.ts';
import type { Language } from './write-reply.ts';

const WORDS = {
  vi: {
    every: { day: 'mỗi ngày', week: 'mỗi tuần', month: 'mỗi tháng', year: 'mỗi năm' },
    everySo: {
      day: (count: number) => `cứ ${count} ngày`,
      week: (count: number) => `cứ ${count} tuần`,
      month: (count: number) => `cứ ${count} tháng`,
      year: (count: number) => `cứ ${count} năm`,
    },
    on: (days: string) => ` vào ${days}`,
    onDate: (day: number) => ` vào ngày ${day}`,
    nth: (day: string, at: number) =>
      `${day} ${['đầu tiên', 'thứ hai', 'thứ ba', 'thứ tư', 'thứ năm'][at - 1] ?? 'cuối cùng'} trong tháng`,
    times: (count: number) => `, ${count} lần`,
    until: (date: string) => `, đến ${date}`,
    repeats: (rule: string) => `Cuộc hẹn này lặp lại ${rule}.`,
  },
  en: {
    every: { day: 'every day', week: 'every week', month: 'every month', year: 'every year' },
    everySo: {
      day: (count: number) => `every ${count} days`,
      week: (count: number) => `every ${count} weeks`,
      month: (count: number) => `every ${count} months`,
      year: (count: number) => `every ${count} years`,
    },
    on: (days: string) => ` on ${days}`,
    onDate: (day: number) => ` on day ${day}`,
    nth: (day: string, at: number) =>
      `the ${['first', 'second', 'third', 'fourth', 'fifth'][at - 1] ?? 'last'} ${day}`,
    times: (count: number) => (count === 1 ? ', once' : `, ${count} times`),
    until: (date: string) => `, until ${date}`,
    repeats: (rule: string) => `This event repeats ${rule}.`,
  },
} as const;

/** Any Monday. */
const MONDAY = Date.UTC(2026, 10, 23);
const DAY_MS = 24 * 3600_000;

/** CL-256: how an event repeats, as a sentence. */
export function repeatWords(rule: Recurrence, language: Language): string {
  const words = WORDS[language];
  const { every, interval, weekdays, position, monthDay, count, until } = rule;
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const days = weekdays.map((day) => weekday.format(MONDAY + day * DAY_MS));
  const listed = new Intl.ListFormat(locale).format(
    position === null ? days : days.map((day) => words.nth(day, position)),
  );
  const parts = [
    interval === 1 ? words.every[every] : words.everySo[every](interval),
    days.length > 0 ? words.on(listed) : monthDay === null ? '' : words.onDate(monthDay),
    count === null ? '' : words.times(count),
    until === null ? '' : words.until(until.split('-').reverse().join('/')),
  ];
  return words.repeats(parts.join(''));
}
