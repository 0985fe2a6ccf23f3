import { expect, test } from 'vitest';
import { recallWindowOf } from './recall-window.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [30 * MINUTE, 30, 'minutes'],
  [HOUR, 1, 'hours'],
  [3 * HOUR, 3, 'hours'],
  [6 * HOUR, 6, 'hours'],
  [12 * HOUR, 12, 'hours'],
  [DAY, 1, 'days'],
  [2 * DAY, 2, 'days'],
  [7 * DAY, 7, 'days'],
  [30 * DAY, 30, 'days'],
  [90 * MINUTE, 90, 'minutes'],
])('RE-4 RE-5 a window of %d seconds is told as %d %s', (seconds, count, unit) => {
  expect(recallWindowOf({ code: 'recall_expired', details: { expried_time: seconds } })).toEqual({
    count,
    unit,
  });
});

test('RE-6 other refusals name no window', () => {
  expect(recallWindowOf({ code: 'recall_not_allowed', details: { expried_time: HOUR } })).toBeNull();
  expect(recallWindowOf({ code: 'recall_expired', details: {} })).toBeNull();
});
