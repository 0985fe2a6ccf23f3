import { expect, test } from 'vitest';
import { momentOfWall, wallAt } from '../dates/zoned-time.ts';
import { daysLater, faultOfPick, firstPick } from './picked-times.ts';

const HANOI = 'Asia/Ho_Chi_Minh';

function at(day: string, time: string, zone = HANOI): number {
  return momentOfWall({ day, time }, zone) as number;
}

test('LT-1 a picked time has to be one, to come, and within two years', () => {
  const now = at('2026-11-25', '09:30');
  expect(firstPick(now, HANOI)).toEqual({ day: '2026-11-26', time: '08:00' });
  expect(faultOfPick(null, now)).toBe('none');
  expect(faultOfPick(now, now)).toBe('past');
  expect(faultOfPick(at('2028-12-01', '08:00'), now)).toBe('far');
  expect(faultOfPick(now + 60, now)).toBeNull();
});

test('FU-12 days later is the same time of the clock, also over a change of summer time', () => {
  const zone = 'Europe/Berlin';
  const later = daysLater(at('2026-10-24', '09:30', zone), 3, zone);
  expect(wallAt(later, zone)).toEqual({ day: '2026-10-27', time: '09:30' });
});
