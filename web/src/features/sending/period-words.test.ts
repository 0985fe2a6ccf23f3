import type { Period } from '@bocau/contract/messages.ts';
import i18next, { type i18n } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { enLater } from '../../i18n/en-later.ts';
import { viLater } from '../../i18n/vi-later.ts';
import { periodWords } from './period-words.ts';

let words: i18n;
beforeAll(async () => {
  words = i18next.createInstance();
  await words.init({
    lng: 'vi',
    defaultNS: 'words',
    resources: { vi: { words: viLater }, en: { words: enLater } },
    interpolation: { escapeValue: false },
  });
});

const start = { time_send: '08:00', start_day: '2026-12-01' };

test.each<[Period, string, string]>([
  [{ by_days: 1 }, 'Mỗi ngày, 08:00', 'Every day, 08:00'],
  [{ by_days: 3 }, 'Cứ 3 ngày, 08:00', 'Every 3 days, 08:00'],
  [
    { by_week: { every_x_weeks: 1, weekdays: [2, 0, 6] } },
    'Mỗi tuần vào thứ Hai, thứ Tư và chủ nhật, 08:00',
    'Every week on Monday, Wednesday, and Sunday, 08:00',
  ],
  [
    { by_week: { every_x_weeks: 2, weekdays: [4] } },
    'Cứ 2 tuần vào thứ Sáu, 08:00',
    'Every 2 weeks on Friday, 08:00',
  ],
  [{ by_month: { every_x_month: 1, day: 5 } }, 'Mỗi tháng vào ngày 5, 08:00', 'Every month on day 5, 08:00'],
  [
    { by_month: { every_x_month: 3, weekday_of_month: [5, 4] } },
    'Cứ 3 tháng vào thứ Sáu tuần cuối, 08:00',
    'Every 3 months on Friday of the last week, 08:00',
  ],
  [{ by_year: { month: 3, day: 5 } }, 'Mỗi năm vào ngày 5 tháng 3, 08:00', 'Every year on 5 March, 08:00'],
  [
    { by_year: { month: 3, weekday_of_month: [1, 0] } },
    'Mỗi năm vào thứ Hai tuần thứ nhất tháng 3, 08:00',
    'Every year on Monday of the first week of March, 08:00',
  ],
])('PE-7 %j is said in a sentence', (period, vi, en) => {
  expect(periodWords(words.getFixedT('vi'), 'vi', { ...start, period })).toBe(vi);
  expect(periodWords(words.getFixedT('en'), 'en', { ...start, period })).toBe(en);
});

test('PE-5 says when it ends', () => {
  const t = words.getFixedT('vi');
  const rule = { ...start, period: { by_days: 1 } };
  expect(periodWords(t, 'vi', { ...rule, end_day: '2027-01-31' })).toBe('Mỗi ngày, 08:00, đến 31/01/2027');
  expect(periodWords(t, 'vi', { ...rule, end_after: 10 })).toBe('Mỗi ngày, 08:00, 10 lần');
});
