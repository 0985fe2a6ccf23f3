import { expect, test } from 'vitest';
import { writtenDay } from './local-days.ts';
import { dayOfTyped, timeLater, timeOfTyped } from './typed-dates.ts';

const ahead = { to: 'ahead', from: '2026-11-21' } as const;
const back = { to: 'back', from: '2026-11-21' } as const;

test.each([
  ['22/11/2026', '2026-11-22'],
  ['22/11', '2026-11-22'],
  ['21/11', '2026-11-21'],
  ['20/11', '2027-11-20'],
  ['5/3', '2027-03-05'],
  ['5-3-28', '2028-03-05'],
  ['22.11.2026', '2026-11-22'],
  ['22112026', '2026-11-22'],
  ['29/2', '2028-02-29'],
  ['11/22/2026', null],
  ['31/4/2026', null],
  ['22', null],
  ['', null],
])('the day %s that is to come is %s', (typed, day) => {
  expect(dayOfTyped(typed, ahead)).toBe(day);
});

test.each([
  ['22/11', '2025-11-22'],
  ['20/11', '2026-11-20'],
  ['29/2', '2024-02-29'],
  ['31/12/90', '1990-12-31'],
  ['1/2/26', '2026-02-01'],
])('the day %s that was is %s', (typed, day) => {
  expect(dayOfTyped(typed, back)).toBe(day);
});

test.each([
  ['8:30', '08:30'],
  ['0830', '08:30'],
  ['830', '08:30'],
  ['8h30', '08:30'],
  ['8 giờ 30', '08:30'],
  ['17.45', '17:45'],
  ['8h', '08:00'],
  ['20', '20:00'],
  ['24:00', null],
  ['8:60', null],
  ['8:3', null],
  ['sáng', null],
  ['2pm', '14:00'],
  ['2 PM', '14:00'],
  ['2:30 p.m.', '14:30'],
  ['12 pm', '12:00'],
  ['12am', '00:00'],
  ['8 am', '08:00'],
  ['14:00 pm', '14:00'],
  ['2h chiều', '14:00'],
  ['8 giờ 30 tối', '20:30'],
  ['8h sáng', '08:00'],
  ['12h trưa', '12:00'],
  ['11h trưa', '11:00'],
  ['1h trưa', '13:00'],
  ['11 giờ đêm', '23:00'],
  ['12h đêm', '00:00'],
  ['1h đêm', '01:00'],
  ['13:60 pm', null],
  ['pm', null],
  ['2 xm', null],
])('the time %s is %s', (typed, time) => {
  expect(timeOfTyped(typed)).toBe(time);
});

test('what is known is written the day first, and stepped round the clock', () => {
  expect(writtenDay('2026-11-22')).toBe('22/11/2026');
  expect(timeLater('23:50', 15)).toBe('00:05');
  expect(timeLater('00:00', -15)).toBe('23:45');
});
