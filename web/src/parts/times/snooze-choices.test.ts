import { describe, expect, test } from 'vitest';
import { momentOfWall, wallAt } from '../dates/zoned-time.ts';
import { snoozeChoices } from './snooze-choices.ts';

const HANOI = 'Asia/Ho_Chi_Minh';
const BERLIN = 'Europe/Berlin';

function at(day: string, time: string, zone = HANOI): number {
  return momentOfWall({ day, time }, zone) as number;
}

const shown = (now: number, zone = HANOI) =>
  snoozeChoices(now, zone).map(({ name, at: moment }) => {
    const { day, time } = wallAt(moment, zone);
    return `${name} ${day} ${time}`;
  });

describe('the choices', () => {
  test('LT-11 of a Wednesday morning are of that day, the weekend and Monday', () => {
    expect(shown(at('2026-11-25', '09:30'))).toEqual([
      'afternoon 2026-11-25 14:00',
      'tonight 2026-11-25 19:00',
      'tomorrow 2026-11-26 08:00',
      'weekend 2026-11-28 08:00',
      'monday 2026-11-30 08:00',
    ]);
  });

  test('LT-11 leave out what is over or about to be, and no moment stands twice', () => {
    expect(shown(at('2026-11-25', '13:30'))[0]).toBe('tonight 2026-11-25 19:00');
    expect(shown(at('2026-11-25', '20:00'))[0]).toBe('tomorrow 2026-11-26 08:00');
    expect(shown(at('2026-11-25', '01:00'))[0]).toBe('thisMorning 2026-11-25 08:00');
    expect(shown(at('2026-11-27', '20:00'))).toEqual([
      'tomorrow 2026-11-28 08:00',
      'monday 2026-11-30 08:00',
    ]);
    expect(shown(at('2026-11-29', '20:00'))).toEqual(['tomorrow 2026-11-30 08:00']);
  });

  test('LT-11 are at eight by the clock on the day on which it is changed', () => {
    const before = at('2026-10-24', '20:00', BERLIN);
    const [tomorrow] = snoozeChoices(before, BERLIN);
    expect(wallAt(tomorrow?.at as number, BERLIN)).toEqual({ day: '2026-10-25', time: '08:00' });
    expect((tomorrow?.at as number) - before).toBe(13 * 3600);
    const spring = at('2027-03-27', '20:00', BERLIN);
    expect((snoozeChoices(spring, BERLIN)[0]?.at as number) - spring).toBe(11 * 3600);
  });
});
