import { workingMorning } from '@bocau/contract/working-morning.ts';
import { expect, test } from 'vitest';
import { momentOfWall, wallAt } from '../dates/zoned-time.ts';
import { faultOfPick, firstPick } from './picked-times.ts';

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

test('FU-12 so many days later is the morning of a working day, whatever the clock was moved by', () => {
  const zone = 'Europe/Berlin';
  const after = (time: string, days: number) =>
    wallAt(workingMorning(at('2026-10-22', time, zone), days, zone), zone);
  expect(after('22:43', 1)).toEqual({ day: '2026-10-23', time: '08:00' });
  expect(after('07:00', 2)).toEqual({ day: '2026-10-26', time: '08:00' });
  expect(after('09:30', 3)).toEqual({ day: '2026-10-26', time: '08:00' });
  expect(after('09:30', 7)).toEqual({ day: '2026-10-29', time: '08:00' });
});
