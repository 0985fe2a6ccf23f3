import { expect, test } from 'vitest';
import { plannedWords } from './planned-words.ts';

const ZONE = 'Asia/Ho_Chi_Minh';

test.each([
  ['2026-11-20T19:52:00Z', '02:52, thứ Bảy 21/11/2026', 'Saturday 21/11/2026 at 02:52'],
  ['2026-11-22T01:00:00Z', '08:00, Chủ nhật 22/11/2026', 'Sunday 22/11/2026 at 08:00'],
])('SC-4 what is planned for %s is told with its weekday, day first', (moment, vi, en) => {
  const at = Date.parse(moment) / 1000;
  expect(plannedWords(at, ZONE, 'vi')).toBe(vi);
  expect(plannedWords(at, ZONE, 'en')).toBe(en);
});
