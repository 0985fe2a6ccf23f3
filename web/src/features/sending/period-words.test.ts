import type { Period } from '@bocau/contract/messages.ts';
import { expect, test } from 'vitest';
import { enLater } from '../../i18n/en-later.ts';
import { createSay } from '../../i18n/say.ts';
import { viLater } from '../../i18n/vi-later.ts';
import { periodWords } from './period-words.ts';

const start = { time_send: '08:00', start_day: '2026-12-01' };

test.each<[Period, string, string]>([
  [{ by_days: 1 }, 'Mỗi ngày, lúc 08:00', 'Every day at 08:00'],
  [{ by_days: 3 }, 'Cứ 3 ngày, lúc 08:00', 'Every 3 days at 08:00'],
  [
    { by_week: { every_x_weeks: 1, weekdays: [2, 0, 6] } },
    'Mỗi tuần vào thứ Hai, thứ Tư và Chủ nhật, lúc 08:00',
    'Every week on Monday, Wednesday and Sunday at 08:00',
  ],
  [
    { by_week: { every_x_weeks: 2, weekdays: [4] } },
    'Cứ 2 tuần vào thứ Sáu, lúc 08:00',
    'Every 2 weeks on Friday at 08:00',
  ],
  [
    { by_month: { every_x_month: 1, day: 22 } },
    'Mỗi tháng vào ngày 22, lúc 08:00',
    'Every month on the 22nd at 08:00',
  ],
  [
    { by_month: { every_x_month: 2, day: 13 } },
    'Cứ 2 tháng vào ngày 13, lúc 08:00',
    'Every 2 months on the 13th at 08:00',
  ],
  [
    { by_month: { every_x_month: 3, weekday_of_month: [5, 4] } },
    'Cứ 3 tháng vào thứ Sáu tuần cuối, lúc 08:00',
    'Every 3 months on the last Friday at 08:00',
  ],
  [
    { by_year: { month: 3, day: 5 } },
    'Mỗi năm vào ngày 5 tháng 3, lúc 08:00',
    'Every year on 5 March at 08:00',
  ],
  [
    { by_year: { month: 3, weekday_of_month: [1, 0] } },
    'Mỗi năm vào thứ Hai tuần thứ nhất tháng 3, lúc 08:00',
    'Every year on the first Monday of March at 08:00',
  ],
])('PE-7 %j is said in a sentence', (period, vi, en) => {
  expect(periodWords(createSay('vi', viLater), 'vi', { ...start, period })).toBe(vi);
  expect(periodWords(createSay('en', enLater), 'en', { ...start, period })).toBe(en);
});

test('PE-5 says when it ends', () => {
  const t = createSay('vi', viLater);
  const rule = { ...start, period: { by_days: 1 } };
  expect(periodWords(t, 'vi', { ...rule, end_day: '2027-01-31' })).toBe(
    'Mỗi ngày, lúc 08:00, đến 31/01/2027',
  );
  expect(periodWords(t, 'vi', { ...rule, end_after: 10 })).toBe('Mỗi ngày, lúc 08:00, 10 lần');
});
