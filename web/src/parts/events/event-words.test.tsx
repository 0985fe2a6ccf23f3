import type { EventTime, Recurrence } from '@bocau/contract/invitations.ts';
import { expect, test } from 'vitest';
import { type Language, spoken } from '../../i18n/i18n.ts';
import { speak } from '../../test-kit/words.ts';
import { repeatWords, whenWords } from './event-words.ts';

const HERE = 'Asia/Ho_Chi_Minh';

function time(day: string, clock: string | null, zone: string | null, hour?: number): EventTime {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const at = hour === undefined ? null : Date.UTC(year, month - 1, date, hour) / 1000;
  return { day, clock, zone, at };
}

function when(language: Language, start: EventTime, end: EventTime | null): string[] {
  speak(language);
  return whenWords(spoken.get().t, { start, end }, { zone: HERE, language });
}

test('the time has its weekday, is day first, and names the reader’s zone', () => {
  const start = time('2026-11-24', '09:00', HERE, 2);
  const end = time('2026-11-24', '10:00', HERE, 3);
  expect(when('vi', start, end)).toEqual(['Thứ Ba 24/11/2026, 09:00–10:00, Việt Nam (GMT+7)']);
  expect(when('en', start, end)).toEqual(['Tuesday 24/11/2026, 09:00–10:00, Vietnam (GMT+7)']);
});

test('what was meant in another zone is told on the reader’s clock, and as it was written', () => {
  const start = time('2026-11-24', '22:00', 'Asia/Tokyo', 13);
  expect(when('en', start, null)).toEqual([
    'Tuesday 24/11/2026, 20:00, Vietnam (GMT+7)',
    'Tuesday 24/11/2026, 22:00 in the organiser’s time (Japan, GMT+9)',
  ]);
});

test('a zone that nobody knows, no zone, and whole days are told as they were written', () => {
  expect(when('vi', time('2026-11-24', '09:00', 'Nowhere'), null)).toEqual([
    'Thứ Ba 24/11/2026, 09:00 (Nowhere)',
  ]);
  expect(when('vi', time('2026-11-24', '09:00', null), null)).toEqual([
    'Thứ Ba 24/11/2026, 09:00 (không ghi múi giờ)',
  ]);
  expect(when('vi', time('2026-11-22', null, null), null)).toEqual(['Chủ nhật 22/11/2026, cả ngày']);
  expect(when('vi', time('2026-11-24', null, null), time('2026-11-26', null, null))).toEqual([
    'Từ Thứ Ba 24/11/2026 đến hết Thứ Năm 26/11/2026',
  ]);
});

const RULE: Recurrence = {
  every: 'week',
  interval: 1,
  weekdays: [],
  position: null,
  monthDay: null,
  count: null,
  until: null,
  exceptions: false,
};
const START = time('2026-11-24', '09:00', HERE, 2);

test.each<[Partial<Recurrence>, string, string]>([
  [{ every: 'day' }, 'Mỗi ngày', 'Every day'],
  [{ weekdays: [1], count: 4 }, 'Mỗi tuần vào thứ Ba, 4 lần', 'Every week on Tuesday, 4 times'],
  [
    { interval: 2, weekdays: [0, 6], until: '2026-12-31' },
    'Cứ 2 tuần vào thứ Hai và Chủ nhật, đến 31/12/2026',
    'Every 2 weeks on Monday and Sunday, until 31/12/2026',
  ],
  [
    { every: 'month', weekdays: [4], position: -1 },
    'Mỗi tháng vào thứ Sáu cuối cùng',
    'Every month on the last Friday',
  ],
  [{ every: 'month', monthDay: 15 }, 'Mỗi tháng vào ngày 15', 'Every month on day 15'],
  [
    { weekdays: [1], exceptions: true },
    'Mỗi tuần vào thứ Ba, trừ một số ngày',
    'Every week on Tuesday, except on some dates',
  ],
  [
    { weekdays: [1], exceptions: true, moved: true as const },
    'Mỗi tuần vào thứ Ba, đổi một số ngày',
    'Every week on Tuesday, with some dates changed',
  ],
])('CL-307 %j in words', (parts, vietnamese, english) => {
  speak('vi');
  const given = { repeats: { ...RULE, ...parts }, start: START };
  expect(repeatWords(spoken.get().t, given, { zone: HERE, language: 'vi' })).toBe(vietnamese);
  speak('en');
  expect(repeatWords(spoken.get().t, given, { zone: HERE, language: 'en' })).toBe(english);
});

test('days that are others here are said to be those of the organiser', () => {
  speak('en');
  const start = time('2026-11-24', '22:00', 'Europe/Paris', 21);
  const given = { repeats: { ...RULE, weekdays: [1] }, start };
  expect(repeatWords(spoken.get().t, given, { zone: HERE, language: 'en' })).toBe(
    'Every week on Tuesday (in the organiser’s time)',
  );
});
