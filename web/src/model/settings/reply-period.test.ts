import { expect, test } from 'vitest';
import { dayInZone, isReplyPeriod, runningOn } from './reply-period.ts';

test.each([
  ['', '2026-11-20', null],
  ['2026-11-20/2026-11-27', '2026-11-19', null],
  ['2026-11-20/2026-11-27', '2026-11-20', { end: '2026-11-27' }],
  ['2026-11-20/2026-11-27', '2026-11-27', { end: '2026-11-27' }],
  ['2026-11-20/2026-11-27', '2026-11-28', null],
  ['2026-11-20/..', '2031-01-01', { end: null }],
])('VA-4 of %j on %s', (period, day, running) => {
  expect(runningOn(period, day)).toEqual(running);
});

test('VA-4 a day is one of the user’s zone', () => {
  const ms = Date.parse('2026-11-20T23:30:00+07:00');
  expect(dayInZone(ms, 'Asia/Ho_Chi_Minh')).toBe('2026-11-20');
  expect(dayInZone(ms, 'Asia/Tokyo')).toBe('2026-11-21');
});

test('what another version kept is no period', () => {
  expect(['', '2026-11-20/..'].every(isReplyPeriod)).toBe(true);
  expect(['x', '2026-11-20', 7, null, undefined].some(isReplyPeriod)).toBe(false);
});
