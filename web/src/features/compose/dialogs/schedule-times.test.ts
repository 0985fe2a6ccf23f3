import { expect, it } from 'vitest';
import { momentOfWall, wallAt } from '../../../parts/dates/zoned-time.ts';
import { faultOfPick, firstPick, presetsAt } from './schedule-times.ts';

const SAIGON = 'Asia/Ho_Chi_Minh';
const at = (text: string) => Date.parse(text) / 1000;

it('SC-1 SC-2 offers tomorrow morning and afternoon and next Monday by the wall of the zone', () => {
  // Friday 20 November, 23:30 in Ho Chi Minh City.
  expect(presetsAt(at('2026-11-20T16:30:00Z'), SAIGON)).toEqual([
    { name: 'tomorrowMorning', at: at('2026-11-21T01:00:00Z') },
    { name: 'tomorrowAfternoon', at: at('2026-11-21T06:00:00Z') },
    { name: 'monday', at: at('2026-11-23T01:00:00Z') },
  ]);
});

it('SC-2 on a Monday the next Monday is seven days off, also while it is still Sunday in UTC', () => {
  const [, , monday] = presetsAt(at('2026-11-22T18:00:00Z'), SAIGON);
  expect(monday?.at).toBe(at('2026-11-30T01:00:00Z'));
});

it('SC-2 means another zone where the setting says so, over a change of its clock', () => {
  const presets = presetsAt(at('2026-10-24T10:00:00Z'), 'Europe/Berlin');
  expect(presets[0]?.at).toBe(at('2026-10-25T07:00:00Z'));
});

it('SC-3 begins one hour ahead and needs exactly five minutes', () => {
  const now = at('2026-11-20T16:30:00Z');
  expect(firstPick(now, SAIGON)).toEqual({ day: '2026-11-21', time: '00:30' });
  expect(faultOfPick(now + 300, now)).toBeNull();
  expect(faultOfPick(now + 299, now)).toBe('tooSoon');
  expect(faultOfPick(null, now)).toBe('none');
});

it('finds the moment of a wall time in every zone, and one for a time that the clock leaves out', () => {
  for (const zone of [SAIGON, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
    for (let hour = 0; hour < 24 * 366; hour += 5) {
      const moment = at('2026-01-01T00:00:00Z') + hour * 3600;
      const wall = wallAt(moment, zone);
      const found = momentOfWall(wall, zone);
      expect(found === null ? null : wallAt(found, zone)).toEqual(wall);
    }
  }
  const skipped = momentOfWall({ day: '2026-03-29', time: '02:30' }, 'Europe/Berlin');
  expect(skipped).toBe(at('2026-03-29T01:30:00Z'));
  expect(momentOfWall({ day: '', time: '08:00' }, SAIGON)).toBeNull();
});
